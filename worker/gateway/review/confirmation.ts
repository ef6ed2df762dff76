import { html } from 'hono/html';
import { isDeepStrictEqual } from 'node:util';
import type { Draft } from '../../../workflows/email/contract';
import type { ReadDecision, ReviewForm } from './form';
import type { Page } from './page';
import type { OpenReview } from './pages';
import { hiddenForm, mailPart } from './parts';

/** What each decision asks, and the button that takes it. */
const QUESTIONS: Readonly<Record<ReviewForm['action'], { title: string; button: string; isBad?: true }>> = {
	send: { title: 'Send this mail?', button: 'Send this mail' },
	approve: { title: 'Send this mail?', button: 'Send this mail' },
	edit: { title: 'Save this version for another review?', button: 'Save this version' },
	reject: { title: 'Reject this mail?', button: 'Reject this mail', isBad: true },
	retry_same_key: { title: 'Retry with the same key?', button: 'Retry now' },
	confirm_sent: { title: 'Record that this mail was sent?', button: 'Record it as sent' },
	abandon: { title: 'Abandon this mail?', button: 'Abandon this mail', isBad: true },
};

const FIELDS = { to: 'To', cc: 'CC', subject: 'the subject', content: 'the text' } as const;

/**
 * The second step of a decision: it shows exactly what is decided on. Its first button goes back, because programs that
 * check links in mails press the first button of a page.
 */
export function confirmationPage(
	{ view, draft: current, context }: OpenReview,
	form: ReviewForm,
	read: ReadDecision,
): Page {
	const isChanged = read.approval !== null;
	const { title, button, isBad } = isChanged
		? { ...QUESTIONS.send, title: 'Save and send your version?', button: 'Save and send' }
		: QUESTIONS[form.action];
	const changed = changesOf(current, read.draft);
	return {
		title,
		content: html`<h1>${title}</h1>
			${changed === '' ? '' : html`<p class="note">You changed ${changed}.</p>`} ${mailPart(read.draft, view.sender)}
			${read.request.note === null ? '' : html`<p>Note: <q>${read.request.note}</q></p>`}
			<form method="post" action="${context.action}" class="confirm">
				${hiddenForm({ ...form, confirmed: undefined })}
				<button class="plain" name="confirmed" value="back">Back</button>
				<button class="${isBad ? 'bad' : ''}" name="confirmed" value="yes">${button}</button>
			</form>`,
	};
}

function changesOf(before: Draft, after: Draft): string {
	const names = Object.entries(FIELDS) as Array<[keyof typeof FIELDS, string]>;
	return names.flatMap(([field, name]) => (isDeepStrictEqual(before[field], after[field]) ? [] : [name])).join(', ');
}
