// @ts-check
/// <reference lib="dom" />
import { knowConsole, watchConsoleLinks } from './console-links.js';
import { element, fill, link } from './elements.js';
import { firstStepItem } from './first-steps.js';
import { ask, forget, isKept, takeKeyFromAddress } from './key.js';
import { sayWrong, turn, watchForm } from './locked.js';
import { loginFields } from './login.js';

const REFRESH_MS = 2_000;
/** @type {Record<PageContent['steps'][number]['state'], keyof typeof LIGHT_WORDS>} */
const STEP_LIGHTS = { running: 'busy', done: 'good', failed: 'bad' };
const LIGHT_WORDS = { good: 'works', bad: 'does not respond', busy: 'working', '': '' };

/** @typedef {import('./serve-page.mjs').PageContent} PageContent */
/** @typedef {Omit<PageContent, 'places'> & { places: (PageContent['places'][number] & { healthy: boolean | null })[] }} Status */

/** @param {keyof typeof LIGHT_WORDS} state */
function light(state) {
	const words = LIGHT_WORDS[state];
	return element('span', words ? { class: `light ${state}`, role: 'img', 'aria-label': words } : { class: 'light' });
}

/** @param {Status['places'][number]} place */
function placeItem({ title, address, note = '', healthy }) {
	const state = healthy === null ? '' : healthy ? 'good' : 'bad';
	const shown = address.startsWith('http') ? link(address, address) : element('code', {}, address);
	return element('li', {}, light(state), `${title}: `, shown, element('span', { class: 'note' }, note));
}

/** @param {Status['steps'][number]} step */
function stepItem({ title, state, detail, startedAt, endedAt }) {
	const seconds = Math.round(((endedAt ?? Date.now()) - startedAt) / 1000);
	const note = element('span', { class: 'note' }, `${seconds} s ${detail}`);
	return element('li', {}, light(STEP_LIGHTS[state]), title, note);
}

/** @param {Status['roles'][number]} role */
function roleItem({ role, goal, links, groups = [] }) {
	const grouped = groups.flatMap(({ title, links: own }) => [element('h4', {}, title), linkList(own)]);
	const own = links.length === 0 ? [] : [linkList(links)];
	return element('article', {}, element('h3', {}, role), element('p', {}, goal), ...grouped, ...own);
}

/** @param {Status['roles'][number]['links']} links */
function linkList(links) {
	return element('ul', {}, ...links.map(({ text, address }) => element('li', {}, link(address, text))));
}

/** @param {Status} status */
function show({ places, steps, stepsTotal, firstSteps, roles, logins, consoleUrl }) {
	knowConsole(consoleUrl);
	const running = steps.filter(({ state }) => state === 'running');
	const done = steps.filter(({ state }) => state === 'done').length;
	const failed = steps.find(({ state }) => state === 'failed');
	const isUp = done >= stepsTotal;
	const open = firstSteps.filter(({ state }) => state !== 'done').length;
	const next = open === 0 ? ' You have seen it all.' : '';
	const titles = running.map(({ title }) => title).join(', ');
	const words = failed
		? `${failed.title}: ${failed.detail}`
		: isUp
			? `Everything is up.${next}`
			: `Starting: ${titles}.`;
	fill('summary', [words], String);
	const bar = document.getElementById('progress');
	if (bar instanceof HTMLProgressElement) {
		bar.hidden = isUp;
		bar.max = stepsTotal;
		bar.value = done;
	}
	fill('steps', steps, stepItem);
	const n8n = logins.find(({ title }) => title === 'n8n');
	fill('first-steps', firstSteps, (step) => firstStepItem(step, n8n));
	fill('roles', roles, roleItem);
	fill('logins', logins, (login) => element('article', {}, element('h3', {}, login.title), loginFields(login)));
	fill('places', places, placeItem);
}

async function refresh() {
	if (document.hidden) return;
	turn(isKept() ? 'open' : 'locked');
	if (!isKept()) return;
	try {
		const response = await ask('/status.json');
		if (response.status === 401) {
			forget();
			sayWrong();
			return turn('locked');
		}
		/** @type {unknown} */
		const status = await response.json();
		show(/** @type {Status} */ (status));
	} catch {
		fill('summary', ['Everything has stopped. To start again, run: npm start'], String);
	}
}

takeKeyFromAddress();
watchForm(() => void refresh());
watchConsoleLinks();
void refresh();
// Somebody opened the printed address in a tab that shows this page already.
window.addEventListener('hashchange', () => {
	takeKeyFromAddress();
	void refresh();
});
setInterval(() => void refresh(), REFRESH_MS);
document.addEventListener('visibilitychange', () => void refresh());
