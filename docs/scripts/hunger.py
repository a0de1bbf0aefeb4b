"""Hunger, a house rule: everyone in the party eats a ration. Anyone without one makes a Constitution save (DC 10) or gains a level of exhaustion.

rpg-lite run docs/scripts/hunger.py
"""
# ruff: noqa: F821 – rpg-lite provides the functions

DC = 10

party = [c for c in things_by_kind("character") if c["body"]["sheet"].get("party")]
for one in party:
    who = one["id"]
    eaten = ask("manage_inventory", {"operation": "remove", "characterId": who, "itemName": "Rations", "quantity": 1})
    if eaten["ok"]:
        print(one["name"] + " eats.")
        continue
    save = ask("execute_action", {"operation": "save", "characterId": who, "ability": "con", "dc": DC})
    print(save["text"])
    if save["results"][0]["roll"]["total"] < DC:
        print(ask("manage_condition", {"operation": "apply", "characterId": who, "condition": "exhaustion"})["text"])
