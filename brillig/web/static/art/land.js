/** Tiles of a land, one by one: drawn of the shapes that a map is made of. */

import { drawn, region } from "../maps/shapes.js";
import { KINDS } from "./face.js";

// Points are in widths of the tile; roads and letters have the size that they have on a map, of which `unit` is a column.
KINDS.land = ({ shapes, unit = 1 }) => {
  const size = Number(unit);
  /** @type {import("../table/types.js").Shape[]} */
  const list = JSON.parse(String(shapes)),
    columns = (/** @type {number[]} */ points = []) => points.map(x => x / size);
  const inside = list.map(shape => drawn({ ...shape, points: columns(shape.points), at: /** @type {[number, number]} */ (columns(shape.at)) }));
  // Roads end at the edge of the tile, which is cut along.
  const edge = region(columns(list[0].points)),
    id = `edge-${list[0].points?.join("-")}`;
  return `<clipPath id="${id}"><path d="${edge}"/></clipPath><g transform="scale(${100 * size})"><g clip-path="url(#${id})">${inside.join("")}</g></g>`;
};
