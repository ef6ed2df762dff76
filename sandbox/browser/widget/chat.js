// @ts-check
import { element } from './element.js';
import { leadForm } from './lead-form.js';
import { Messages } from './messages.js';
import { Service } from './service.js';

const FAILED = 'The chat could not answer this message. Please send it again later, or leave your contact details.';
const THANKS = 'Thank you. We have your details and will be in touch.';

/**
 * @param {{ origin: string, agentId: string, leadFields: string[] }} options
 * @returns {Promise<Chat>}
 */
export async function openChat({ origin, agentId, leadFields }) {
	const service = new Service(origin, agentId);
	const [agent, history] = await Promise.all([service.agent(), service.history()]);
	const host = document.createElement('div');
	// The styles of the website and of the widget do not affect each other.
	const shadow = host.attachShadow({ mode: 'open' });
	const style = element('link', { rel: 'stylesheet', href: `${origin}/widget/style.css` });
	const styled = new Promise((resolve) => style.addEventListener('load', resolve, { once: true }));
	shadow.append(style);
	document.body.append(host);
	await styled;
	const chat = new Chat(service, agent.name, leadFields);
	shadow.append(chat.dialog);
	if (history.length === 0) chat.messages.addNotice(`Ask ${agent.name} anything.`);
	for (const message of history) chat.messages.add(message);
	return chat;
}

/** The window of the chat. It is not a modal dialog: visitors can read and use the page behind it. */
export class Chat {
	messages = new Messages();
	/** The end of the latest message: messages are sent one after the other. */
	last = Promise.resolve();
	/** @type {HTMLElement | undefined} */
	opener;

	/**
	 * @param {Service} service
	 * @param {string} name of the agent
	 * @param {string[]} leadFields
	 */
	constructor(service, name, leadFields) {
		this.service = service;
		this.input = element('textarea', {
			rows: 2,
			maxLength: 4000,
			ariaLabel: 'Your message',
			placeholder: 'Your message',
		});
		this.composer = element(
			'form',
			{ className: 'composer' },
			this.input,
			element('button', { type: 'submit' }, 'Send'),
		);
		this.details = element(
			'button',
			{ type: 'button', className: 'details', onclick: () => this.showForm() },
			'Leave your details',
		);
		this.lead = leadForm({
			fields: leadFields,
			onSend: (details) => this.sendDetails(details),
			onCancel: () => this.hideForm(),
		});
		this.lead.form.hidden = true;
		const close = element(
			'button',
			{ type: 'button', className: 'close', ariaLabel: 'Close the chat', onclick: () => this.close() },
			'×',
		);
		this.dialog = element(
			'dialog',
			{ ariaLabel: `Chat with ${name}` },
			element('div', { className: 'head' }, element('h2', {}, name), this.details, close),
			this.messages.log,
			this.lead.form,
			this.composer,
		);
		this.composer.addEventListener('submit', (event) => {
			event.preventDefault();
			this.sendInput();
		});
		this.input.addEventListener('keydown', (event) => {
			if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
			event.preventDefault();
			this.sendInput();
		});
		this.dialog.addEventListener('keydown', (event) => {
			if (event.key === 'Escape') this.close();
		});
	}

	/** @param {HTMLElement} [opener] gets the focus back when the chat is closed */
	open(opener) {
		this.opener = opener;
		this.dialog.show();
		this.input.focus();
	}

	close() {
		this.dialog.close();
		this.opener?.focus();
	}

	/** @param {string} message */
	send(message) {
		this.messages.addOwn(message);
		this.last = this.last.then(() => this.answer(message));
	}

	/** @param {string} message */
	async answer(message) {
		const done = this.messages.showWriting();
		try {
			const answer = await this.service.send(message);
			done();
			this.messages.add(answer);
		} catch {
			done();
			this.messages.addNotice(FAILED);
		}
	}

	sendInput() {
		const message = this.input.value.trim();
		if (message === '') return;
		this.input.value = '';
		this.send(message);
	}

	showForm() {
		this.lead.form.hidden = false;
		this.composer.hidden = true;
		this.details.hidden = true;
		this.lead.focus();
	}

	hideForm() {
		this.lead.form.hidden = true;
		this.composer.hidden = false;
		this.details.hidden = false;
		this.input.focus();
	}

	/** @param {import('./service.js').Details} details */
	async sendDetails(details) {
		await this.service.leaveDetails(details);
		this.messages.addNotice(THANKS);
		this.hideForm();
	}
}
