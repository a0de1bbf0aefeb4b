"""The options that several commands take."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rpg_lite.vocabulary import ListingForm, Ruleset

Db = Annotated[str | None, Parameter(help="A file or an SQLAlchemy URL (also RPG_LITE_DB); by default, a file in your data folder.")]
CampaignName = Annotated[str | None, Parameter(help='Name of the campaign (also RPG_LITE_CAMPAIGN); by default, "campaign".')]
New = Annotated[bool, Parameter(help="Create the campaign if it does not exist.")]
Rules = Annotated[Ruleset | None, Parameter(help="Edition of the rules (SRD 5.1 or 5.2).")]
Items = Annotated[
    tuple[Path, ...], Parameter(help="Your own item file or folder, which overrides the built-in items. May be given several times.")
]
Lore = Annotated[
    Path | None, Parameter(help="The folder of the table's own pages: RULES.md, rules/, regions/, skills/ (also RPG_LITE_LORE).")
]
ConfigFile = Annotated[Path | None, Parameter(help="The settings file; by default, rpg-lite.toml in this folder if there is one.")]
Tools = Annotated[
    ListingForm | None,
    Parameter(help="How clients see the tools: full (the default), compact for models with small windows, or scene."),
]
File = Annotated[str, Parameter(help="A file; by default, or with -, standard input.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print JSON for programs.")]
