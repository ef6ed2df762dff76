// @ts-check
import { h } from './elements.js';
import { post } from './gateway.js';
import { refresh } from './page.js';

/**
 * Has a sync read all leads again that were captured since a day. What is wrong with the day, or what the gateway says,
 * stands below it.
 * @param {string} id of the sync
 */
export function readAgainForm(id) {
	const day = h('input', { id: 'read-again-day', type: 'date', max: today(), 'aria-describedby': 'read-again-answer' });
	const answer = h('p', { id: 'read-again-answer', role: 'status' });
	const go = h('button', {}, 'Read again from');
	/**
	 * @param {string} text
	 * @param {boolean} isBad
	 */
	const tell = (text, isBad) => {
		answer.textContent = text;
		answer.classList.toggle('bad', isBad);
		day.setAttribute('aria-invalid', String(isBad));
	};
	const form = h(
		'form',
		{ class: 'read-again', 'data-key': `read-again ${id}`, novalidate: true },
		h('label', { for: day.id }, 'Read all leads again that were captured since this day (UTC)'),
		h('div', { class: 'buttons' }, day, go),
		answer,
	);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const trouble = troubleWith(day);
		tell(trouble, trouble !== '');
		if (trouble === '') void send();
		else day.focus();
	});
	return form;

	async function send() {
		if (go.ariaBusy === 'true') return;
		go.ariaBusy = 'true';
		try {
			const { message = '' } = await post(`/v1/tasks/${encodeURIComponent(id)}/actions/sync-now`, { from: day.value });
			tell(message, false);
		} catch (error) {
			tell(error instanceof Error ? error.message : String(error), true);
		} finally {
			go.ariaBusy = null;
		}
		await refresh();
	}
}

/**
 * A day that is not whole, or that no calendar has, has no value.
 * @param {HTMLInputElement} day
 */
function troubleWith(day) {
	if (day.value === '') return 'This date is invalid. Enter an existing day, month and year. Nothing was done.';
	// Nobody reloads the page at midnight.
	day.max = today();
	if (!day.validity.rangeOverflow) return '';
	return `${day.value} is in the future (today is ${day.max} in UTC). Choose an earlier day. Nothing was done.`;
}

function today() {
	return new Date().toISOString().slice(0, 10);
}
