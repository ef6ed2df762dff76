import { patched } from '@temporalio/workflow';
import { addSkipped, byAddress } from '../leads/filter';
import type { SyncedLead, SyncedPage } from './activities';
import type { RefusedLead } from './contract';
import { boundList, type Refusal } from './refusals';
import type { SyncState } from './state';

/** What became of the leads of one agent, and how far the sync is with it. */
export type Ledger = Pick<SyncState, 'cursor' | 'synced' | 'refused' | 'unlisted' | 'skipped' | 'retrying' | 'early'>;

/** Enters a page that was written. @returns whether the list of refused leads changed */
export function enterPage(ledger: Ledger, page: SyncedPage): boolean {
	const { cursor, written, refused, inPart = [], skipped, early, brought } = page;
	const fresh = [...refused, ...inPart];
	const known = new Set([...fresh.map(({ leadId }) => leadId), ...brought]);
	const others = ledger.refused.filter(({ leadId }) => !known.has(leadId));
	const isChanged = fresh.length > 0 || others.length < ledger.refused.length;
	ledger.cursor = cursor;
	if (early !== undefined) ledger.early = early;
	ledger.synced += written;
	ledger.skipped = addSkipped(ledger.skipped, skipped);
	list(ledger, others, fresh, written > 0);
	ledger.retrying = ledger.retrying.filter((leadId) => !brought.includes(leadId));
	return isChanged;
}

/** Enters a lead that was retried. @returns whether the destination took it */
export function enterRetried(ledger: Ledger, leadId: number, answer: SyncedLead): boolean {
	ledger.retrying = ledger.retrying.filter((each) => each !== leadId);
	const others = ledger.refused.filter((each) => each.leadId !== leadId);
	const isWritten = answer.outcome === 'written';
	if (isWritten) {
		if (!isCounted(ledger, leadId)) ledger.synced += 1;
		noteLeft(ledger, new Set([leadId]), 1);
	}
	if (answer.outcome === 'skipped') {
		ledger.skipped = addSkipped(ledger.skipped, byAddress(1));
		noteLeft(ledger, new Set([leadId]), 2);
	}
	list(ledger, others, refusalOf(leadId, answer), isWritten);
	return isWritten;
}

/** Whether the destination had it in part. A history of before that rule counts such a lead again. */
function isCounted({ refused }: Ledger, leadId: number): boolean {
	const isThere = refused.some((each) => each.leadId === leadId && each.kind === 'written_in_part');
	return isThere && patched('lead-sync-count-once');
}

/** Notes what is left to write of leads that were refused at once, and come again. */
export function noteLeft(ledger: Pick<Ledger, 'early'>, leadIds: ReadonlySet<number>, left: 1 | 2): void {
	if (ledger.early === undefined) return;
	ledger.early = ledger.early.map(([id, at, before]) => [id, at, before === 0 && leadIds.has(id) ? left : before]);
}

/** @param takes the destination has just taken a lead */
function list(ledger: Ledger, others: readonly RefusedLead[], fresh: readonly Refusal[], takes: boolean): void {
	const at = new Date().toISOString();
	ledger.refused = [...others, ...fresh.map((each) => ({ ...each, at }))];
	boundList(ledger, takes);
}

/** What the list says of a lead that was retried. */
function refusalOf(leadId: number, answer: SyncedLead): Refusal[] {
	if (answer.outcome === 'gone' || answer.outcome === 'skipped') return [];
	if (answer.outcome === 'written')
		return answer.inPart === undefined ? [] : [{ leadId, reason: answer.inPart, kind: 'written_in_part' }];
	const { reason, kind } = answer;
	return [{ leadId, reason, ...(kind === undefined ? {} : { kind }) }];
}
