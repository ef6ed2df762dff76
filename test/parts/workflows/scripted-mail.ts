import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { now } from '../../support/time/moments';
import { notYet } from '../../../worker/temporal/not-yet';
import type { EventActivities } from '../../../workflows/events/activities';
import type { DeliveryReport, EmailActivities, SealActivities } from '../../../workflows/email/activities';
import type { ReviewActivities, ReviewNotice } from '../../../workflows/review/activities';
import type { TaskEvent } from '../../../workflows/task/event';

const lost = () => ApplicationFailure.create({ type: 'timeout', message: 'No answer within 30 s.' });

/** As the activity reports it: a permanent refusal names its attempt. */
function answered(status: 401 | 403): ApplicationFailure {
	const error = { type: 'x', title: 'X', status, detail: `The service says ${status}.`, issues: [] };
	const details = status === 403 ? [error, activityInfo().attempt] : [error];
	return ApplicationFailure.create({ type: 'x', message: error.detail, nonRetryable: status === 403, details });
}

/** A mail service whose responses are lost as often as a test says. It counts the requests. */
export class ScriptedMail {
	/** Responses to replies that are still to be lost. */
	loseReplies = 0;
	/** Refusals of the next replies, after the lost responses. */
	refuseReplies: Array<401 | 403> = [];
	/** What a look at the conversation finds of a reply. */
	found: string | null = null;
	/** The key may not look either. */
	refuseLooks = false;
	looks = 0;
	/** What the next looks at a delivery report, or are refused with; when there are none left, it is not decided yet. */
	reports: Array<DeliveryReport['reason'] | 403> = [];
	resumed = 0;
	/** Deliveries to a subscriber that are still to fail. */
	failDeliveries = 0;
	subscribers: string[] = [];

	conversationWith: { email: string; name: string | null } | null = null;
	replies = 0;
	sentTo: string[] = [];
	readonly mails: ReviewNotice[] = [];
	readonly events: TaskEvent[] = [];

	readonly api: EmailActivities = {
		readSender: () => Promise.resolve({ mailboxId: 'mbx_1', address: 'help@shop.example', signature: '' }),
		readThread: () => Promise.resolve({ mailboxId: 'mbx_1', deliveries: [], messages: [] }),
		proposeDraft: () => Promise.resolve('A text of the agent.'),
		createConversation: ({ email, name }) => {
			this.conversationWith = { email, name };
			return Promise.resolve('email:1');
		},
		queueReply: ({ to, cc }) => {
			this.replies += 1;
			if (this.loseReplies > 0) {
				this.loseReplies -= 1;
				return Promise.reject(lost());
			}
			const status = this.refuseReplies.shift();
			if (status !== undefined) return Promise.reject(answered(status));
			this.sentTo = [...to, ...cc];
			return Promise.resolve('edlv_1');
		},
		findReply: () => {
			this.looks += 1;
			return this.refuseLooks ? Promise.reject(answered(403)) : Promise.resolve(this.found);
		},
		followDelivery: ({ addresses, until }) => {
			const reason = this.reports.shift();
			if (reason === undefined) return Promise.reject(notYet('Nothing yet.', Math.max(1, until - now().getTime())));
			if (reason === 403) return Promise.reject(answered(reason));
			const outcomes = addresses.map((address) => ({ address, status: 'delivered', occurredAt: null, reason: null }));
			if (reason === 'failed')
				return Promise.resolve({ reason, status: 'failed', error: 'The mailbox is suspended.', outcomes: [] });
			const shown = reason === 'settled' ? outcomes : [];
			return Promise.resolve({ reason, status: 'delivered', error: null, outcomes: shown });
		},
		resumeReplies: () => {
			this.resumed += 1;
			return Promise.resolve();
		},
	};

	readonly internal: ReviewActivities & SealActivities & EventActivities = {
		sealDraft: ({ to, cc, subject, content }) => Promise.resolve(`hash of ${[...to, ...cc, subject, content].join()}`),
		mailReviewer: (mail) => {
			this.mails.push(mail);
			return Promise.resolve('mailed');
		},
		findSubscribers: (event) => {
			this.events.push(event);
			return Promise.resolve(this.subscribers);
		},
		postEvent: () => {
			if (this.failDeliveries > 0) {
				this.failDeliveries -= 1;
				return Promise.reject(ApplicationFailure.retryable('n8n.example answered 503.', 'not_taken_yet'));
			}
			return Promise.resolve({ outcome: 'delivered', status: 200 });
		},
	};
}
