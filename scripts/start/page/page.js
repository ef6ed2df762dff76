// @ts-check
/// <reference lib="dom" />

const REFRESH_MS = 2_000;
const STEP_LIGHTS = { running: 'busy', done: 'good', failed: 'bad' };

/** @typedef {import('./serve-page.mjs').PageContent} PageContent */
/** @typedef {Omit<PageContent, 'places'> & { places: (PageContent['places'][number] & { healthy: boolean | null })[] }} Status */

/**
 * An element with text or other elements in it; never HTML.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(tag, attributes, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...children);
	return made;
}

/** @type {Map<string, string>} */
const shown = new Map();

/**
 * Fills a part of the page if it has changed. Unchanged text stays, so that a reader can select and copy it.
 * @template T
 * @param {string} id
 * @param {readonly T[]} items
 * @param {(item: T) => Node | string} draw
 */
function fill(id, items, draw) {
	const content = JSON.stringify(items);
	if (shown.get(id) === content) return;
	shown.set(id, content);
	document.getElementById(id)?.replaceChildren(...items.map(draw));
}

/** @param {string} state */
function light(state) {
	return element('span', { class: `light ${state}`, title: state });
}

/** @param {string} address */
function link(address) {
	return address.startsWith('http') ? element('a', { href: address }, address) : address;
}

/** @param {Status['places'][number]} place */
function placeItem({ title, address, note = '', healthy }) {
	const state = healthy === null ? '' : healthy ? 'good' : 'bad';
	return element('li', {}, light(state), `${title}: `, link(address), element('span', { class: 'note' }, note));
}

/** @param {Status['steps'][number]} step */
function stepItem({ title, state, detail, startedAt, endedAt }) {
	const seconds = Math.round(((endedAt ?? Date.now()) - startedAt) / 1000);
	return element(
		'li',
		{},
		light(STEP_LIGHTS[state]),
		title,
		element('span', { class: 'note' }, `${seconds} s ${detail}`),
	);
}

/** @param {Status['nextSteps'][number]} next */
function nextStepItem({ text, address, command }) {
	const item = element('li', {}, address ? element('a', { href: address }, text) : text);
	if (command) item.append(element('pre', {}, element('code', {}, command)));
	return item;
}

/** @param {Status['logins'][number]} login */
function loginItem({ title, fields }) {
	const rows = fields.flatMap(([name, value]) => [
		element('dt', {}, name),
		element('dd', {}, element('code', {}, value)),
	]);
	return element('article', {}, element('h3', {}, title), element('dl', {}, ...rows));
}

/** @param {Status} status */
function show({ places, steps, nextSteps, logins }) {
	const running = steps.filter(({ state }) => state === 'running');
	const titles = running.map(({ title }) => title).join(', ');
	fill('summary', [titles ? `Working on: ${titles}.` : 'Everything is up.'], String);
	fill('places', places, placeItem);
	fill('steps', steps, stepItem);
	fill('next-steps', nextSteps, nextStepItem);
	fill('logins', logins, loginItem);
}

async function refresh() {
	try {
		const response = await fetch('/status.json');
		/** @type {unknown} */
		const status = await response.json();
		show(/** @type {Status} */ (status));
	} catch {
		fill('summary', ['Everything has stopped. To start again, run: npm start'], String);
	}
}

void refresh();
setInterval(() => void refresh(), REFRESH_MS);
