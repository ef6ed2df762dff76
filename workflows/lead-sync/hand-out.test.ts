import fc from 'fast-check';
import { HandOut, MAX_LOST_LEASES } from './hand-out';
import type { LeadOutcome } from './hand-out-contract';
import { newHandOut } from './hand-out-state';
import { newSyncState } from './state';

const CURSOR = { doneBefore: 1, done: [], pass: null, completeAt: 1, rereadAt: 0 };
const ONE = { max: 1, leaseSeconds: 60 };
const BATCH = { max: 10, leaseSeconds: 60 };
const MINUTE = 60_000;

/** A page of leads that waits for its flow. */
function inLine(...ids: number[]) {
	const sync = newSyncState();
	const handOut = new HandOut(sync, newHandOut('New leads'));
	handOut.addPage(CURSOR, 'page', ids, 0);
	return { sync, handOut };
}

const done = (leadId: number): LeadOutcome => ({ leadId, outcome: 'done', reason: '' });
const failed = (leadId: number): LeadOutcome => ({ leadId, outcome: 'failed', reason: 'HubSpot: no email' });
const idsOf = ({ leads }: { leads: Array<{ id: number }> }) => leads.map(({ id }) => id);

describe('the leads between a sync and its flow', () => {
	it('move the cursor only once all of them are done or refused', () => {
		const { sync, handOut } = inLine(1, 2);
		const first = handOut.take(ONE, 0);
		expect(handOut.settle(first.lease ?? '', [done(1)], 1)).toEqual({ settled: 1, ignored: 0 });
		expect(sync.cursor).toBeNull();
		expect(handOut.unusedBlobs).toEqual([]);
		const second = handOut.take(ONE, 1);
		handOut.settle(second.lease ?? '', [{ leadId: 2, outcome: 'refused', reason: 'It waits.' }], 1);
		expect(sync).toMatchObject({ cursor: CURSOR, synced: 1, refused: [{ leadId: 2, reason: 'It waits.' }] });
		expect(handOut.unusedBlobs).toEqual(['page']);
	});

	it('move it at once if the page has no new lead', () => {
		expect(inLine().sync.cursor).toEqual(CURSOR);
	});

	it('are handed out again after a failure, later each time and alone, and are refused in the end', () => {
		const { sync, handOut } = inLine(1, 2, 3);
		const batch = handOut.take(BATCH, 0);
		expect(idsOf(batch)).toEqual([1, 2, 3]);
		handOut.settle(batch.lease ?? '', [failed(1), failed(2), done(3)], 0);
		expect(handOut.take(BATCH, MINUTE - 1).leads).toEqual([]);
		const again = handOut.take(BATCH, MINUTE);
		expect(again.leads).toEqual([{ id: 1, attempt: 2, blob: 'page' }]);
		handOut.settle(again.lease ?? '', [failed(1)], MINUTE);
		expect(idsOf(handOut.take(BATCH, MINUTE))).toEqual([2]);
		expect(handOut.take(BATCH, 3 * MINUTE - 1).leads).toEqual([{ id: 2, attempt: 2, blob: 'page' }]);
		const last = handOut.take(BATCH, 3 * MINUTE);
		expect(last.leads).toEqual([{ id: 1, attempt: 3, blob: 'page' }]);
		handOut.settle(last.lease ?? '', [failed(1)], 3 * MINUTE);
		expect(sync.refused).toMatchObject([{ leadId: 1, reason: 'HubSpot: no email' }]);
	});

	it('are handed out again when their lease runs out, with the same number of the attempt', () => {
		const { handOut } = inLine(1);
		handOut.take(ONE, 0);
		expect(handOut.take(ONE, MINUTE - 1).leads).toEqual([]);
		expect(handOut.take(ONE, MINUTE).leads).toEqual([{ id: 1, attempt: 1, blob: 'page' }]);
	});

	it('stay with an execution that renews its lease', () => {
		const { handOut } = inLine(1);
		const { lease } = handOut.take(ONE, 0);
		expect(handOut.renew(lease ?? '', 60, MINUTE - 1)).toBe(1);
		expect(handOut.take(ONE, MINUTE).leads).toEqual([]);
		expect(handOut.renew('lease-of-another', 60, MINUTE)).toBe(0);
	});

	it('are refused after too many lost leases, and a late success still counts', () => {
		const { sync, handOut } = inLine(1);
		const first = handOut.take(ONE, 0);
		for (let lost = 1; lost <= MAX_LOST_LEASES; lost += 1) handOut.take(ONE, lost * MINUTE);
		expect(sync.refused).toMatchObject([
			{ leadId: 1, reason: expect.stringMatching(/^n8n took this lead 10 times/) as string },
		]);
		expect(handOut.settle(first.lease ?? '', [done(1)], 0)).toEqual({ settled: 1, ignored: 0 });
		expect(sync).toMatchObject({ refused: [], synced: 1 });
	});

	it('ignore an old failure and a repeat, and take an old success', () => {
		const { sync, handOut } = inLine(1, 2);
		const old = handOut.take(BATCH, 0);
		const now = handOut.take(BATCH, MINUTE);
		expect(handOut.settle(old.lease ?? '', [failed(1), done(2)], MINUTE)).toEqual({ settled: 1, ignored: 1 });
		expect(handOut.settle(now.lease ?? '', [done(1), done(2)], MINUTE)).toEqual({ settled: 1, ignored: 1 });
		expect(handOut.settle(now.lease ?? '', [done(1)], MINUTE)).toEqual({ settled: 0, ignored: 1 });
		expect(sync).toMatchObject({ synced: 2, cursor: CURSOR });
	});

	it('wait again without a counted attempt when they are released', () => {
		const { handOut } = inLine(1);
		const { lease } = handOut.take(ONE, 0);
		handOut.settle(lease ?? '', [{ leadId: 1, outcome: 'released', reason: '' }], 0);
		expect(handOut.take(ONE, 0).leads).toEqual([{ id: 1, attempt: 1, blob: 'page' }]);
	});

	it('are read again when their contents are gone', () => {
		const { handOut } = inLine(1, 2);
		const { lease } = handOut.take(ONE, 0);
		handOut.settle(lease ?? '', [{ leadId: 1, outcome: 'missing', reason: '' }], 0);
		expect(handOut.unread).toEqual([1]);
		handOut.addLead(1, 'again', 0);
		expect(handOut.take(ONE, 0).leads).toEqual([{ id: 1, attempt: 1, blob: 'again' }]);
		handOut.drop(2);
		expect(handOut.unusedBlobs).toEqual(['page']);
	});

	it('are not handed out while the flow is unpublished or the sync is paused', () => {
		const { sync, handOut } = inLine(1);
		handOut.state.closed = true;
		expect(handOut.take(ONE, 0).leads).toEqual([]);
		Object.assign(handOut.state, { closed: false });
		sync.paused = true;
		expect(handOut.view(null, 0).waiting).toBe(0);
	});

	it('forget an erased person, and read again what was stored together with it', () => {
		const { sync, handOut } = inLine(1, 2);
		handOut.forget(new Set([1]));
		expect(handOut.unread).toEqual([2]);
		expect(handOut.unusedBlobs).toEqual(['page']);
		handOut.forget(new Set([2]));
		expect(sync.cursor).toEqual(CURSOR);
	});
});

/** One moment: time passes, the flow asks, and one of the executions under way ends, or n8n is killed with it. */
const moments = fc.array(
	fc.record({
		passedMs: fc.nat(40_000),
		max: fc.integer({ min: 1, max: 5 }),
		which: fc.nat(),
		end: fc.constantFrom('done', 'done', 'done', 'failed', 'missing', 'released', 'killed'),
		isRepeated: fc.boolean(),
	}),
	{ maxLength: 200 },
);

test('no lead is lost, and none is both done and refused, whatever fails, repeats or is killed', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 30 }), moments, (count, script) => {
			const ids = Array.from({ length: count }, (_, index) => index + 1);
			const { sync, handOut } = inLine(...ids);
			const brought = new Set<number>();
			const underWay: Array<{ lease: string; ids: number[] }> = [];
			let now = 0;
			const ask = (max: number) => {
				for (const id of handOut.unread) handOut.addLead(id, `again-${id}`, now);
				const taken = handOut.take({ max, leaseSeconds: 30 }, now);
				if (taken.lease !== null) underWay.push({ lease: taken.lease, ids: idsOf(taken) });
			};
			const end = (lease: string, leadIds: number[], outcome: LeadOutcome['outcome']) => {
				if (outcome === 'done') for (const id of leadIds) brought.add(id);
				const outcomes = leadIds.map((leadId) => ({ leadId, outcome, reason: 'why' }));
				return handOut.settle(lease, outcomes, now);
			};
			for (const moment of script) {
				now += moment.passedMs;
				ask(moment.max);
				const [ended] = underWay.splice(moment.which % Math.max(1, underWay.length), 1);
				if (ended === undefined || moment.end === 'killed') continue;
				end(ended.lease, ended.ids, moment.end);
				// The response was lost, so the node says it again.
				if (moment.isRepeated) end(ended.lease, ended.ids, moment.end);
			}
			// From now on everything goes well.
			while (handOut.ids.length > 0) {
				now += 3_600_000;
				ask(5);
				for (const { lease, ids: leadIds } of underWay.splice(0)) end(lease, leadIds, 'done');
			}
			expect(sync.cursor).toEqual(CURSOR);
			expect(sync.synced + sync.refused.length).toBe(count);
			const refused = sync.refused.map(({ leadId }) => leadId);
			expect([...brought, ...refused].sort((one, other) => one - other)).toEqual(ids);
			handOut.discarded(handOut.unusedBlobs);
			expect(handOut.state.blobs).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});
