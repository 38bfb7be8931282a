/**
 * The arithmetic of a list with fixed row height. The scrolled element is as high as all rows together while the
 * browser can hold that; past it, it stays at the limit and an offset lies between what the browser scrolls and
 * where the list is. Turning the wheel still moves pixel by pixel; dragging the thumb goes by proportion.
 */

export const rowHeight = 22;

/** Positions up to here are exact on screens with two device pixels a pixel (float32 holds 2^24). */
export const maxScrollHeight = 8_000_000;

/** A wheel or a trackpad moves less than this in one event, a thumb of a list past the limit far more. */
const fineMovement = 4000;

/** Room to move in that the wheel is always left with, until the list ends. */
const edge = 2 * fineMovement;

/** Wheel movement makes the thumb run ahead of its place; this much is not seen. */
const tolerance = 100_000;

export interface ScrollGeometry {
  rows: number;
  /** Height of the visible part in pixels. */
  viewport: number;
}

/** `listTop = scrollTop + offset`; offset is 0 below the limit. */
export interface ScrollPosition {
  scrollTop: number;
  offset: number;
}

export function listHeight(geometry: ScrollGeometry): number {
  return geometry.rows * rowHeight;
}

/** How high the scrolled element is. */
export function scrollHeight(geometry: ScrollGeometry): number {
  return Math.min(listHeight(geometry), maxScrollHeight);
}

export function listTop(position: ScrollPosition): number {
  return position.scrollTop + position.offset;
}

export function maxListTop(geometry: ScrollGeometry): number {
  return Math.max(0, listHeight(geometry) - geometry.viewport);
}

/** Where the browser has to be for the list to be at `top`. */
export function positionAt(geometry: ScrollGeometry, top: number): ScrollPosition {
  const maxTop = maxListTop(geometry);
  const target = Math.round(Math.min(Math.max(0, top), maxTop));
  const maxScrollTop = Math.max(0, scrollHeight(geometry) - geometry.viewport);
  if (maxTop <= maxScrollTop) {
    return { scrollTop: target, offset: 0 };
  }
  const proportional = Math.round((target / maxTop) * maxScrollTop);
  // Close to an end pixels are pixels again, or the wheel would never quite get there.
  const least = Math.min(target, edge);
  const most = maxScrollTop - Math.min(maxTop - target, edge);
  const scrollTop = Math.min(Math.max(proportional, least), most);
  return { scrollTop, offset: target - scrollTop };
}

/**
 * The person scrolled from `before` to `scrollTop`. The answer's `scrollTop` may differ from what was given: the
 * browser is then to be set to it.
 */
export function scrolledTo(
  geometry: ScrollGeometry,
  before: ScrollPosition,
  scrollTop: number,
): ScrollPosition {
  const maxTop = maxListTop(geometry);
  const maxScrollTop = Math.max(0, scrollHeight(geometry) - geometry.viewport);
  if (maxTop <= maxScrollTop) {
    return { scrollTop, offset: 0 };
  }
  if (Math.abs(scrollTop - before.scrollTop) > fineMovement) {
    const top = Math.round((scrollTop / maxScrollTop) * maxTop);
    return { scrollTop, offset: top - scrollTop };
  }
  const moved = { scrollTop, offset: before.offset };
  const top = listTop(moved);
  const ideal = positionAt(geometry, top);
  const ranOut = scrollTop < fineMovement || scrollTop > maxScrollTop - fineMovement;
  return ranOut || Math.abs(ideal.scrollTop - scrollTop) > tolerance ? ideal : moved;
}

/** The rows to draw: those visible, wholly or in part, and a few more on both sides. */
export function visibleRows(
  geometry: ScrollGeometry,
  top: number,
  extra = 0,
): { start: number; count: number } {
  const first = Math.floor(top / rowHeight) - extra;
  const end = Math.ceil((top + geometry.viewport) / rowHeight) + extra;
  const start = Math.min(Math.max(0, first), geometry.rows);
  return { start, count: Math.max(0, Math.min(end, geometry.rows) - start) };
}

/** The least movement that makes a row wholly visible. */
export function topToReveal(geometry: ScrollGeometry, top: number, row: number): number {
  const rowTop = row * rowHeight;
  if (rowTop < top) {
    return rowTop;
  }
  return Math.max(top, rowTop + rowHeight - geometry.viewport);
}
