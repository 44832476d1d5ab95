// The story: seven acts, one after the other on a page.

import { addRow } from "../row.js";
import { Threat } from "./act_1.js";
import { RandomGames } from "./act_2.js";
import { Answers } from "./act_3.js";
import { Tree } from "./act_4.js";
import { Fall } from "./act_5.js";
import { Pretend } from "./act_6.js";
import { Trust } from "./act_7.js";
import { Searched } from "./copies.js";
import { Record } from "./knobs.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = () => document.documentElement.classList.toggle("c4-dark", dark.matches);
dark.addEventListener("change", setTheme);
setTheme();

const act = number => document.getElementById(`act-${number}`);
const beside = new Searched();
const record = new Record();

addRow("story");
new Threat(act(1));
new RandomGames(act(2));
new Answers(act(3));
new Tree(act(4));
new Fall(act(5), beside, record);
new Pretend(act(6), beside, record);
new Trust(act(7), beside);
