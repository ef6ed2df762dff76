// @ts-check
/// <reference lib="dom" />
import { element, link } from './elements.js';
import { ask } from './key.js';
import { loginFields } from './login.js';

/** @typedef {import('../first-steps/first-steps.mjs').StepView} StepView */

const MARKS = {
	'to-do': { sign: '', words: 'To do' },
	running: { sign: '…', words: 'Running' },
	done: { sign: '✓', words: 'Done' },
};

/**
 * A step with its picture, its button and its check mark. One that opens n8n has its log-in beside the button.
 * @param {StepView} step
 * @param {import('./login.js').Login | undefined} n8n
 * @returns {HTMLElement}
 */
export function firstStepItem(step, n8n) {
	const { id, title, text, state, detail, problem, links } = step;
	const { sign, words } = MARKS[state];
	const mark = element('span', { class: `mark ${state}`, role: 'img', 'aria-label': words }, sign);
	const card = element(
		'li',
		{ class: `step ${state}`, id },
		element('img', { src: `/pictures/${id}.svg`, alt: '', width: '240', height: '120' }),
		element('div', {}, element('h3', {}, mark, title), element('p', {}, text), button(step)),
	);
	const found = element('div', { class: 'found', 'aria-live': 'polite' });
	if (step.address && n8n) card.lastElementChild?.append(loginFields(n8n));
	if (problem) found.append(element('p', { class: 'problem' }, problem));
	if (detail) found.append(element('p', {}, detail));
	if (links.length > 0)
		found.append(element('p', { class: 'links' }, ...links.map((each) => link(each.address, each.text))));
	card.lastElementChild?.append(found);
	return card;
}

/** @param {StepView} step */
function button({ id, button: text, address, available, busy, state }) {
	if (address) return link(address, text, { class: 'button', id: `button-${id}` });
	const label = state === 'done' ? 'Do it again' : text;
	const made = element('button', { type: 'button', id: `button-${id}`, class: state === 'done' ? 'quiet' : '' }, label);
	made.disabled = !available || busy || state === 'running';
	if (!available) made.title = 'Available when everything is up';
	made.addEventListener('click', () => {
		made.disabled = true;
		void press(id, made);
	});
	return made;
}

/**
 * @param {string} id
 * @param {HTMLButtonElement} pressed
 */
async function press(id, pressed) {
	try {
		const response = await ask(`/first-steps/${id}/begin`, { method: 'POST' });
		if (!response.ok) throw new Error(await response.text());
	} catch (error) {
		const words = error instanceof Error ? error.message : String(error);
		pressed.after(element('p', { class: 'problem', role: 'alert' }, words));
		pressed.disabled = false;
	}
}
