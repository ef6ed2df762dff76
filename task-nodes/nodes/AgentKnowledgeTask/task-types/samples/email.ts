import type { IDataObject } from 'n8n-workflow';
import { recordsOf } from '../columns';
import { done, failed, notDone, type Sample, SAMPLE_AGENT, type SampleRequest, textOr, textsOr } from './sample';

const REVIEWER = 'Sample Reviewer';
const NOTE = 'Sample note: the price is wrong.';

function decision(action: 'approve' | 'reject', note: string | null, at: string): IDataObject {
	const version = { question: 1, hash: 'sample' };
	return { id: 'sample', action, by: REVIEWER, via: 'page', at, ...version, note };
}

/** An email of which nothing was sent. */
function unsent({ input }: SampleRequest, outcome: string, decisions: IDataObject[]): IDataObject {
	const asked = input['resumeAutoReplies'] === true;
	return {
		version: 1,
		agentId: textOr(input['agentId'], SAMPLE_AGENT),
		outcome,
		sessionId: null,
		deliveryId: null,
		approved: null,
		outcomes: [],
		detail: null,
		decisions,
		autoReplies: { asked, resumed: false, detail: null },
		audit: { sendRounds: 0, uncertain: false },
	};
}

/** @param statusOf what became of the email at the address */
function sent(request: SampleRequest, statusOf: (isLast: boolean) => string): IDataObject {
	const { input, at } = request;
	const to = textsOr(input['to'], ['sample.recipient@example.com']);
	const cc = textsOr(input['cc'], []);
	const content = textOr(input['content'], 'The text that the agent would write.');
	const draft = { to, cc, subject: textOr(input['subject'], 'Sample'), content };
	const place = { hash: 'sample', mailboxId: textOr(input['mailboxId'], 'mailbox_sample'), from: 'agent@example.com' };
	const asked = input['resumeAutoReplies'] === true;
	return {
		...unsent(request, 'sent', [decision('approve', null, at)]),
		sessionId: textOr(input['sessionId'], 'email:sample'),
		deliveryId: 'delivery_sample',
		approved: { ...draft, ...place },
		outcomes: [...to, ...cc].map((address, index, all) => {
			return { address, status: statusOf(index === all.length - 1), occurredAt: at, reason: null };
		}),
		autoReplies: { asked, resumed: asked, detail: null },
		audit: { sendRounds: 1, uncertain: false },
	};
}

function bounced(request: SampleRequest) {
	const result = sent(request, (isLast) => (isLast ? 'bounced' : 'delivered'));
	const addresses = (recordsOf(result['outcomes']) ?? []).map(({ address }) => textOr(address, ''));
	const message = `The email was sent, but did not reach ${addresses.at(-1) ?? ''} (bounced).`;
	if (addresses.length === 1) {
		return notDone('failed', { word: 'Bounced', tone: 'bad', needsAttention: true }, message, result);
	}
	const shown = { word: 'Sent, some addresses not reached', tone: 'attention', needsAttention: true } as const;
	return notDone('partly_failed', shown, message, result);
}

export const emailSamples: readonly Sample[] = [
	{
		value: 'approved',
		name: 'Approved',
		description: 'A person approved the email, and it was delivered',
		end: (request) =>
			done(
				'sent',
				'Sent',
				'The email was sent.',
				sent(request, () => 'delivered'),
			),
	},
	{
		value: 'bounced',
		name: 'Bounced',
		description: 'A person approved the email, and its last address refused it',
		end: bounced,
	},
	{
		value: 'expired',
		name: 'Expired',
		description: 'Nobody decided before the Review Deadline',
		end: (request) =>
			notDone(
				'expired',
				{ word: 'Not sent, nobody decided', tone: 'bad', needsAttention: true },
				'Nobody decided in time. The email was not sent.',
				unsent(request, 'expired', []),
			),
	},
	failed,
	{
		value: 'rejected',
		name: 'Rejected',
		description: 'A person rejected the email',
		end: (request) =>
			notDone(
				'rejected',
				{ word: 'Rejected', tone: 'quiet', needsAttention: false },
				`${REVIEWER} rejected the email. It was not sent. ${NOTE}`,
				unsent(request, 'rejected', [decision('reject', NOTE, request.at)]),
			),
	},
];
