// @ts-check
import { listRefused } from './client.js';
import { button, h } from './elements.js';
import { may, post } from './gateway.js';
import { Panel } from './panel.js';
import { confirmed } from './press.js';
import { ago } from './times.js';
import { table } from './value.js';
import { counted } from './words.js';
/** @import { RefusedLead } from './types' */

/** The leads that the destination of a sync did not take: by id and reason, and nothing else of a person. */
export class RefusedPanel {
	constructor() {
		this.panel = new Panel('refused', {
			retry: ({ id = '', lead }) => act(id, 'retry-refused', lead),
			dismiss: async ({ id = '', lead }) => {
				const what = lead === undefined ? 'all refused leads' : `lead ${lead}`;
				const question = `Remove ${what} from the list? They are not at the destination, and the sync does not retry them by itself.`;
				return (await confirmed(question, 'Dismiss')) ? act(id, 'dismiss-refused', lead) : undefined;
			},
		});
	}

	/** @param {string} id of the sync */
	open(id) {
		this.panel.open(id);
	}

	async refresh() {
		const { id } = this.panel;
		if (id === null) return this.panel.close();
		const leads = await listRefused(id);
		if (this.panel.id === id) this.panel.show('Refused leads', contentOf(id, leads));
	}
}

/**
 * @param {string} id
 * @param {string} action
 * @param {string} [lead] left out: all
 */
async function act(id, action, lead) {
	const body = lead === undefined ? {} : { leadIds: [Number(lead)] };
	const { message } = await post(`/v1/tasks/${encodeURIComponent(id)}/actions/${action}`, body);
	return message;
}

/**
 * @param {string} id
 * @param {RefusedLead[]} leads
 */
function contentOf(id, leads) {
	if (leads.length === 0) return [h('p', {}, 'No lead is refused.')];
	const steers = may('start');
	const columns = ['Lead', 'Why it was refused', ...(steers ? ['What to do'] : [])];
	const parts = [
		h(
			'p',
			{},
			`${counted(leads.length, 'lead')} that the destination refused. Correct the cause at the destination or in the lead, then retry.`,
		),
		steers &&
			h(
				'div',
				{ class: 'buttons' },
				button('Retry all', 'retry', { class: 'main', 'data-id': id }),
				button('Dismiss all', 'dismiss', { class: 'bad', 'data-id': id }),
			),
		table(
			columns,
			leads.map((lead) => row(id, lead, steers)),
		),
	];
	return parts.filter((part) => part instanceof Node);
}

/**
 * @param {string} id
 * @param {RefusedLead} lead
 * @param {boolean} steers
 */
function row(id, { leadId, reason, at }, steers) {
	/**
	 * @param {string} label
	 * @param {string} action
	 */
	const forOne = (label, action) =>
		button(label, action, { 'data-id': id, 'data-lead': leadId, 'aria-label': `${label} lead ${leadId}` });
	return h(
		'tr',
		{ 'data-key': leadId },
		h('td', {}, String(leadId)),
		h('td', {}, reason, ' ', h('span', { class: 'soft' }, ago(at))),
		steers && h('td', {}, h('div', { class: 'buttons' }, forOne('Retry', 'retry'), forOne('Dismiss', 'dismiss'))),
	);
}
