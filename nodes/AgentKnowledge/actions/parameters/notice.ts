import type { INodeProperties } from 'n8n-workflow';

/** What somebody should know before they run an operation; it stands among its fields, and has no value. */
const notice = <const Name extends string>(name: Name, displayName: string) =>
	({ displayName, name, type: 'notice', default: '' }) as const satisfies INodeProperties;

/** For the two operations whose request is never repeated. */
export const sendsTestMail = notice(
	'sendsMail',
	'This sends a real email. When its answer is lost it is not sent again, and the node fails: look at the mailbox first.',
);

export const sendsReply = notice(
	'sendsMail',
	"This sends a real email to the conversation's participants, or to the addresses given under To and CC.",
);

export const deletesMailbox = notice(
	'isPermanent',
	'This is permanent: queued emails are cancelled, and the email history loses its sender address. To pause a mailbox, use Disconnect.',
);

export const deletesSource = notice(
	'isPermanent',
	'This is permanent: everything that was indexed from the source is removed with it.',
);

export const deletesPair = notice(
	'isPermanent',
	'This is permanent. To only stop the agent from using the pair, turn it off with Update.',
);
