// @ts-check
import { button, h } from './elements.js';
import { refresh, say } from './page.js';

/** @typedef {(data: DOMStringMap) => Promise<string | void>} Handler does it, and says what came of it */

/**
 * Answers the buttons below an element by their `data-action`.
 * @param {Element} parent
 * @param {Readonly<Record<string, Handler>>} handlers
 */
export function onPress(parent, handlers) {
	parent.addEventListener('click', ({ target }) => {
		const pressed = target instanceof Element ? target.closest('button[data-action]') : null;
		if (!(pressed instanceof HTMLButtonElement)) return;
		const handler = handlers[pressed.dataset['action'] ?? ''];
		if (handler !== undefined) void answer(pressed, handler);
	});
}

/**
 * @param {HTMLButtonElement} pressed
 * @param {Handler} handler
 */
async function answer(pressed, handler) {
	if (pressed.ariaBusy === 'true') return;
	pressed.ariaBusy = 'true';
	try {
		const said = await handler(pressed.dataset);
		if (said !== undefined) say(said);
	} catch (error) {
		say(error);
	} finally {
		pressed.ariaBusy = null;
	}
	await refresh();
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
	const dialog = h(
		'dialog',
		{ class: 'question', 'aria-labelledby': 'question' },
		h('p', { id: 'question' }, question),
		h('div', { class: 'buttons' }, button(yes, 'yes', { class: 'bad' }), button('No', 'no', { autofocus: true })),
	);
	document.body.append(dialog);
	return new Promise((resolve) => {
		let answered = false;
		dialog.addEventListener('click', ({ target }) => {
			const pressed = target instanceof HTMLElement ? target.dataset['action'] : undefined;
			if (pressed === undefined) return;
			answered = pressed === 'yes';
			dialog.close();
		});
		dialog.addEventListener('close', () => {
			dialog.remove();
			resolve(answered);
		});
		dialog.showModal();
	});
}
