/** A page of the book of puzzles: its picture, and a link to copy where something is shared. */

import { ready } from "./links.js";
import "./pictures.js";

ready(document);
