import { html } from 'hono/html';
import type { DecisionAction } from '../../../../../workflows/email/contract';
import type { MailView } from '../../../../../workflows/email/review-contract';
import type { PageSubject } from '../../subject';
import { backgroundBlocks } from './background';
import { envelopeBlocks, mailBlocks, senderBlocks, signatureBlocks } from './blocks';
import { currentState } from './current-state';
import { draftFields, fieldsOf, type MailForm, mailFormSchema, readMail } from './form';

const PAST: ReadonlyMap<string, string> = new Map(
	Object.entries({
		approve: 'approved',
		edit: 'edited',
		reject: 'rejected',
		confirm_sent: 'confirmed as sent',
		retry_same_key: 'retried with the same key',
		abandon: 'abandoned',
	} satisfies Record<DecisionAction, string>),
);

/** A mail that is to be sent. */
export const mailPage: PageSubject<MailView, MailForm> = {
	titles: { approval: 'Review a mail before it is sent', uncertain: 'Was this mail sent?' },
	hints: { uncertain: 'Look at the conversation and ask the recipients before you choose.' },
	choices: {
		approval: [
			{ action: 'approve', label: 'Approve and send', effect: 'exactly the mail above' },
			{ action: 'reject', label: 'Reject', effect: 'and send nothing' },
		],
		uncertain: [
			{ action: 'retry_same_key', label: 'Retry with the same key', effect: 'the service sends nothing twice' },
			{ action: 'confirm_sent', label: 'It was sent', effect: 'nothing more is sent' },
			{ action: 'abandon', label: 'Abandon', effect: 'nothing more is sent' },
		],
	},
	otherVersion: 'The mail is not the one that you saw. Read it again, then decide on it.',
	form: mailFormSchema,
	change: {
		title: 'Change the mail before it is sent',
		note: 'Saving sends nothing. You then see the new version, and decide on it.',
		fields: ({ draft }, typed) => draftFields(typed ?? fieldsOf(draft ?? NO_DRAFT)),
		above: senderBlocks,
		below: ({ sender }) => signatureBlocks(sender),
	},
	past: (action) => PAST.get(action) ?? action,
	shown: mailBlocks,
	background: backgroundBlocks,
	withoutRights: envelopeBlocks,
	options({ resumeAutoReplies }, kind) {
		if (kind !== 'approval') return html``;
		if (resumeAutoReplies)
			return html`<p class="soft">
				After the mail is sent, the agent's automatic replies in this conversation resume.
			</p>`;
		return html`<label class="check"
			><input type="checkbox" name="resumeAutoReplies" value="yes" />
			<span
				>Resume the agent's automatic replies in this conversation after the mail is sent. This mail pauses them.</span
			></label
		>`;
	},
	named({ draft }) {
		const { to, cc, subject } = fieldsOf(draft ?? NO_DRAFT);
		return { to, cc, subject };
	},
	read: readMail,
	typed: ({ to, cc, subject, content }) => [
		{
			kind: 'fields',
			fields: [
				{ label: 'To', value: to },
				{ label: 'CC', value: cc },
				{ label: 'Subject', value: subject },
			],
		},
		{ kind: 'text', text: content },
	],
	resent(form) {
		const { action, to, cc, subject, resumeAutoReplies } = form;
		const isEdit = action === 'edit';
		return {
			about: html`The mail "${subject}" to ${to}${cc === '' ? '' : ` and ${cc}`}`,
			hidden: { ...(isEdit ? {} : { to, cc, subject }), ...(resumeAutoReplies && { resumeAutoReplies }) },
			fields: isEdit ? draftFields(form) : html``,
		};
	},
	currentState,
};

const NO_DRAFT = { to: [], cc: [], subject: '', content: '' };
