// @ts-check
import { h } from './elements.js';

/** @typedef {'second' | 'minute' | 'hour' | 'day'} Unit */

/** @type {ReadonlyArray<[Unit, number]>} with their seconds, the largest first */
const UNITS = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
];
/** @type {[Unit, number]} */
const SECOND = ['second', 1];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** @param {number} seconds */
function inUnits(seconds) {
	const size = Math.abs(seconds);
	// The larger unit only when there are two of it: "90 minutes" tells more than "2 hours".
	const [unit, length] = UNITS.find(([, each]) => size >= 2 * each) ?? SECOND;
	return { unit, count: Math.round(seconds / length) };
}

/**
 * How long something takes, in one unit.
 * @param {number} seconds
 */
export function span(seconds) {
	const { unit, count } = inUnits(seconds);
	return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/**
 * A moment as people speak of it; its exact time is shown when it is pointed at.
 * @param {string} iso
 */
export function ago(iso) {
	const seconds = (Date.parse(iso) - Date.now()) / 1000;
	const { unit, count } = inUnits(seconds);
	const soon = seconds > 0 ? 'in a moment' : 'just now';
	const text = Math.abs(seconds) < 10 ? soon : RELATIVE.format(count, unit);
	return h('time', { datetime: iso, title: exact(iso) }, text);
}

/** @param {string} iso */
export function at(iso) {
	return h('time', { datetime: iso }, exact(iso));
}

const MOMENT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/**
 * A text of the gateway with the moments in it as the reader's clock tells them.
 * @param {string} text
 */
export function withMoments(text) {
	return text.split(MOMENT).map((part, index) => (index % 2 === 1 ? at(part) : part));
}

/** @param {string} iso */
function exact(iso) {
	return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
