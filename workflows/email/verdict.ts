import { type Ending as EndingRow, type EndingOf, type Failure, OUTCOMES, type Verdict } from '../task/outcomes';
import type { EmailOutcome, EmailResult } from './contract';

type Ending = EndingOf<'email-send-with-review'>;

/** The specification names no value of a status (part 3): these words say that a mail did not reach its address. */
const UNDELIVERED =
	/bounce|undeliver|non.?deliver|not.?(?:deliver|sent|accept)|reject|refus|denied|block|fail|error|cancel|drop|suppress|invalid|expired|spam|complain/i;
/** These say that it did, or that it is on its way there, unless they also say that this is not certain. */
const REACHED = /^(?:deliver|sent|accept|receiv|relay|open|click|read|success|complete|ok)/i;
const OPEN = /delay|defer|pending|retry|unknown|uncertain/i;

/** The row of an end in the table of outcomes. */
export function rowOf(ending: Ending): EndingRow {
	return OUTCOMES['email-send-with-review'][ending];
}

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

/**
 * A mail counts if it was sent to all its addresses, or if a person confirmed that it was. A word of the service that
 * nobody here knows is no success.
 */
export function verdictOn({ outcome, outcomes, decisions = [], detail, autoReplies }: Judged): Verdict<Ending> {
	const last = decisions.at(-1);
	const message = MESSAGES[outcome]({ by: last?.by, note: after(last?.note) }, after(detail));
	if (outcome !== 'sent' && outcome !== 'confirmed_sent') return { ending: outcome, message };
	const bounced = outcomes.filter(({ status }) => UNDELIVERED.test(status));
	if (bounced.length > 0) return verdictOnBounced(bounced, outcomes.length);
	const unclear = outcome === 'sent' ? outcomes.filter(({ status }) => !REACHED.test(status) || OPEN.test(status)) : [];
	if (unclear.length > 0) return verdictOnUnclear(unclear);
	if (autoReplies?.asked !== true || autoReplies.resumed) return { ending: outcome, message };
	const paused = `The email was sent, but the agent's own replies stay paused.${after(autoReplies.detail)}`;
	return { ending: 'replies_paused', message: paused };
}

type Outcomes = EmailResult['outcomes'];

function verdictOnBounced(bounced: Outcomes, addresses: number): Verdict<Ending> {
	const ending = bounced.length === addresses ? 'all_bounced' : 'some_bounced';
	return {
		ending,
		message: `The email was sent, but did not reach ${namesOf(bounced)}.`,
		failures: bounced.map(failed),
	};
}

function verdictOnUnclear(unclear: Outcomes): Verdict<Ending> {
	const message = `The email was sent, but the service does not say clearly whether it reached ${namesOf(unclear)}.`;
	return { ending: 'arrival_unclear', message, failures: unclear.map(failed) };
}

function namesOf(outcomes: Outcomes): string {
	return outcomes.map(({ address, status }) => `${address} (${status})`).join(', ');
}

function failed({ address, status, reason }: Outcomes[number]): Failure {
	return { path: address, message: reason === null ? status : `${status}, ${reason}` };
}

function after(text: string | null | undefined): string {
	return text ? ` ${text}` : '';
}
