// @ts-check
import { element } from './element.js';

/** @typedef {import('./service.js').Details} Details */

/**
 * The form in which visitors leave their details.
 *
 * @param {object} options
 * @param {string[]} options.fields labels of further fields
 * @param {(details: Details) => Promise<void>} options.onSend
 * @param {() => void} options.onCancel
 */
export function leadForm({ fields, onSend, onCancel }) {
	const name = field('Name', { name: 'name', autocomplete: 'name', required: true, maxLength: 200 });
	const email = field('Email', { name: 'email', type: 'email', autocomplete: 'email', required: true, maxLength: 320 });
	const phone = field('Phone (optional)', { name: 'phone', type: 'tel', autocomplete: 'tel', maxLength: 50 });
	const others = fields.map((label) => ({ label, ...field(label, { maxLength: 2000 }) }));
	const error = element('p', { className: 'error', role: 'alert' });
	const cancel = element('button', { type: 'button', className: 'quiet', onclick: onCancel }, 'Cancel');
	const send = element('button', { type: 'submit' }, 'Send details');
	const form = element(
		'form',
		{ className: 'lead', ariaLabel: 'Your contact details' },
		...[name, email, phone, ...others].map(({ row }) => row),
		error,
		element('div', { className: 'buttons' }, cancel, send),
	);

	const submit = async () => {
		send.disabled = true;
		error.textContent = '';
		const filled = others.filter(({ input }) => input.value.trim() !== '');
		try {
			await onSend({
				name: name.input.value.trim(),
				email: email.input.value.trim(),
				phone: phone.input.value.trim() || undefined,
				fields: Object.fromEntries(filled.map(({ label, input }) => [label, input.value.trim()])),
			});
		} catch {
			error.textContent = 'Your details could not be sent. Please check them and send them again.';
		} finally {
			send.disabled = false;
		}
	};
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		void submit();
	});
	return { form, focus: () => name.input.focus() };
}

/**
 * @param {string} label
 * @param {Partial<HTMLInputElement>} properties
 */
function field(label, properties) {
	const input = element('input', { type: 'text', ...properties });
	return { input, row: element('label', {}, label, input) };
}
