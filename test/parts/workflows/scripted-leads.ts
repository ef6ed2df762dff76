import { ApplicationFailure } from '@temporalio/common';
import { notYet } from '../../../worker/temporal/not-yet';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { LeadSyncActivities, SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';

const CAPTURED = Date.UTC(2026, 10, 1);
/** News that the agent "hourly" has, one at a look. */
const NEWS = 3;

const REFUSED = [7, 8].map((leadId) => ({ leadId, reason: 'It has no email.' }));

/** Leads and a destination that do what the agent's name says, to lead a sync along one path. */
export class ScriptedLeads implements Pick<LeadSyncActivities, 'syncPage' | 'syncLead'> {
	/** What each look was asked, by agent. */
	readonly looks = new Map<string, SyncPage[]>();

	/** Hold the first page of "two-pages", and the look of "caught-looking". */
	readonly gates = { page: new Gate(), look: new Gate() };

	readonly syncPage = (page: SyncPage): Promise<SyncedPage> => {
		const { agentId } = page.of;
		const looks = [...(this.looks.get(agentId) ?? []), page];
		this.looks.set(agentId, looks);
		switch (agentId) {
			case 'one-refused':
				return looks.length === 1
					? Promise.resolve({ ...wholePass(2), refused: [{ leadId: 7, reason: 'It has no email.' }] })
					: Promise.reject(notYet('Up to date.', page.intervalMs));
			case 'in-part':
				return looks.length === 1
					? Promise.resolve({
							...wholePass(1),
							inPart: [{ leadId: 7, reason: 'Without city.', kind: 'written_in_part' }],
						})
					: Promise.reject(notYet('Up to date.', page.intervalMs));
			case 'brought-later':
				// The first two are refused; reading again brings one of them.
				if (looks.length === 1) return Promise.resolve({ ...wholePass(1), refused: REFUSED });
				return page.reread !== null && looks.length === 2
					? Promise.resolve({ ...wholePass(1), brought: [7, 9] })
					: Promise.reject(notYet('Up to date.', page.intervalMs));
			case 'hourly':
				return looks.length <= NEWS
					? Promise.resolve(wholePass(1))
					: Promise.reject(notYet('Up to date.', page.intervalMs));
			case 'asked-twice':
				return Promise.resolve({ ...wholePass(1), cursor: { ...cursor, rereadAt: page.reread?.requestedAt ?? 0 } });
			case 'many':
			case 'steered-on':
				return Promise.resolve(onePage(looks.length));
			case 'two-pages':
				if (looks.length === 1) return this.gates.page.opened.then(() => onePage(1));
				return looks.length === 2
					? Promise.resolve(wholePass(20))
					: Promise.reject(notYet('Up to date.', page.intervalMs));
			case 'caught-looking':
				return this.gates.look.opened.then(() => Promise.reject(notYet('Up to date.', page.intervalMs)));
			case 'held':
				return looks.length === 1
					? Promise.reject(ApplicationFailure.retryable('The destination is unavailable.', 'destination_held'))
					: Promise.resolve(wholePass(1));
			default:
				if (agentId.startsWith('stopped-')) return Promise.resolve(onePage(looks.length));
				return Promise.reject(ApplicationFailure.nonRetryable('There is no such agent.', 'not_found'));
		}
	};

	readonly syncLead = () => Promise.resolve({ outcome: 'written' as const });
}

const cursor: LeadCursor = { doneBefore: CAPTURED, done: [], pass: null, completeAt: CAPTURED, rereadAt: 0 };

function wholePass(written: number): SyncedPage {
	return { cursor, written, refused: [], brought: [] };
}

function onePage(number: number): SyncedPage {
	const pass = { begunAt: CAPTURED, upTo: CAPTURED, offset: number * 90, seen: [], done: [], doneFrom: 0 };
	return { cursor: { ...cursor, pass, completeAt: null }, written: 90, refused: [], brought: [] };
}

/** Holds whoever waits until it is opened. */
class Gate {
	open: () => void = () => undefined;
	readonly opened = new Promise<void>((resolve) => {
		this.open = resolve;
	});
}
