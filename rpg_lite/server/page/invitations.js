"use strict";
// What the page says when there is nothing to show: the sentence to say next, with a button to copy it.
const INVITATIONS = {
  empty: ["An empty table, a lit lamp", "The first sentence is yours: say it to your game master in the chat, and this page fills by itself.", [
    ["Begin", "Name your adventure and make the first hero. It takes a minute.", "I want to play Brenna, a dwarf fighter."],
    ["Or play alone", "No model and no game master: the monsters act by themselves.", "rpg-lite play --solo"],
    ["Bring an adventure", "Two come along; maps of other programs are read too.", "Import the adventure The Salt Toll."]]],
  alone: ["The table is set. Nobody sits here yet.", "The game waits for its heroes. Each player scans the code on the game master’s screen and sees their own hero first.", [
    ["Make a hero", "Class, people and background; the dice and the rest follow.", "I want to play Elara, a high elf wizard."],
    ["Invite the others", "Start the server with codes for phones.", "rpg-lite serve --http 0.0.0.0:8000 --invite"],
    ["Look around", "What lies ahead waits for the first hero.", "Where do we begin?"]]],
  token: ["Who comes to the table?", "This table asks for a token. Your game master has it, on paper or as a code to scan.", []],
  refused: ["The game master’s view", "This address shows what only the game master may see. The players’ view is open to you: its link stands above.", []],
  gone: ["Nobody answers", "The server does not answer. This page tries again by itself, and shows the table as soon as it is there.", []],
};

// Shows an invitation in place of the table; null shows the table. What is typed in the form stays.
function invite(kind) {
  const isToken = kind === "token", was = at("table").dataset.invites || "";
  at("table").hidden = Boolean(kind);
  at("jump").hidden = Boolean(kind);
  at("invitation").hidden = !kind;
  if (was === (kind || "")) return;
  at("table").dataset.invites = kind || "";
  at("enter").hidden = !isToken;
  if (!kind) return;
  at("sheet").close();
  const [title, text, steps] = INVITATIONS[kind];
  write("invites", title);
  write("invites-to", text);
  draw(at("welcome-art"), art("indoors"));
  draw(at("steps"), steps.map(([name, about, words]) => h("div.step", {}, h("h2", {}, name), h("p", {}, about), h("div.sayit", {},
    words.startsWith("rpg-lite") ? h("code", {}, words) : h("span", {}, `“${words}”`), h("button.btn.small", {type: "button", "aria-label": `Copy: ${words}`, onclick: (event) => copy(event, words)}, h("span.copies", {}, "Copy"))))));
  if (isToken) at("token").focus();
}
