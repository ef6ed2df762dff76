import type { INodeProperties } from 'n8n-workflow';

/** A text among the fields of an operation, for what a user should know before they run it. It has no value. */
const notice = <const Name extends string>(name: Name, displayName: string) =>
	({ displayName, name, type: 'notice', default: '' }) as const satisfies INodeProperties;

/** For the two operations that are never retried, because each request sends a mail. */
export const sendsTestMail = notice(
	'sendsMail',
	'This sends a real email. If the response is lost, the node fails and does not send it again. Check the mailbox first.',
);

export const sendsReply = notice(
	'sendsMail',
	"This sends a real email to the conversation's participants, or to the addresses in To and CC.",
);

export const deletesMailbox = notice(
	'isPermanent',
	'This is permanent. Queued emails are cancelled, and the email history loses its sender address. To pause a mailbox, use Disconnect.',
);

export const deletesSource = notice(
	'isPermanent',
	'This is permanent. Everything indexed from the source is deleted too.',
);

export const deletesPair = notice(
	'isPermanent',
	'This is permanent. To keep the pair but stop the agent from using it, turn it off with Update.',
);
