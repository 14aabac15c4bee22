/** Every kind of piece at once, for pages that are to be whole when they are drawn: paper, boxes, the kit, the lobby. */

import "./flower.js";
import "./land.js";
import "./pattern.js";
import "./tower.js";
