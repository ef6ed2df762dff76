import type { EndingOf, Verdict } from '../task/outcomes';
import type { EmailOutcome, EmailResult } from './contract';

type Ending = EndingOf<'email-send-with-review'>;

/** The specification names no value of a status (part 3): these words say that a mail did not reach its address. */
const UNDELIVERED = /bounce|undeliver|reject|refus|block|fail|cancel|drop|suppress|invalid|expired/i;

/** What a verdict is made of. An event has no more than the outcomes. */
type Judged = Pick<EmailResult, 'outcome' | 'outcomes'> &
	Partial<Pick<EmailResult, 'decisions' | 'detail' | 'autoReplies'>>;

/** The sentence of each outcome. One that is missing does not compile. */
const MESSAGES: Readonly<Record<EmailOutcome, (last: Last, detail: string) => string>> = {
	sent: () => 'The email was sent.',
	confirmed_sent: () => 'A person confirmed that the email was sent.',
	rejected: ({ by = 'A reviewer', note }) => `${by} rejected the email. It was not sent.${note}`,
	expired: () => 'Nobody decided in time. The email was not sent.',
	abandoned: ({ by = 'A person', note }) =>
		`The email may or may not have been sent. ${by} decided not to send it again.${note}`,
	unknown: () => 'The email may or may not have been sent, and nobody settled it in time.',
	not_followed: (_last, detail) => `The email was queued, but some address has an unknown outcome.${detail}`,
};

/** The last decision. `note` begins with a blank, unless it is empty. */
interface Last {
	by?: string | undefined;
	note: string;
}

/** A mail counts if it was sent to all its addresses, or if a person confirmed that it was. */
export function verdictOn({ outcome, outcomes, decisions = [], detail, autoReplies }: Judged): Verdict<Ending> {
	const last = decisions.at(-1);
	const message = MESSAGES[outcome]({ by: last?.by, note: after(last?.note) }, after(detail));
	if (outcome !== 'sent' && outcome !== 'confirmed_sent') return { ending: outcome, message };
	const bounced = outcomes.filter(({ status }) => UNDELIVERED.test(status));
	if (bounced.length > 0) return verdictOnBounced(bounced, outcomes.length);
	if (autoReplies?.asked !== true || autoReplies.resumed) return { ending: outcome, message };
	const paused = `The email was sent, but the agent's own replies stay paused.${after(autoReplies.detail)}`;
	return { ending: 'replies_paused', message: paused };
}

function verdictOnBounced(bounced: EmailResult['outcomes'], addresses: number): Verdict<Ending> {
	const names = bounced.map(({ address, status }) => `${address} (${status})`).join(', ');
	return {
		ending: bounced.length === addresses ? 'all_bounced' : 'some_bounced',
		message: `The email was sent, but did not reach ${names}.`,
		failures: bounced.map(({ address, status, reason }) => ({
			path: address,
			message: reason === null ? status : `${status}, ${reason}`,
		})),
	};
}

function after(text: string | null | undefined): string {
	return text ? ` ${text}` : '';
}
