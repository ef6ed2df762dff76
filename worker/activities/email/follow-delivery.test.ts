import type { EmailConversation } from '../../../api';
import type { FollowDelivery } from '../../../workflows/email/activities';
import { judgeDelivery, outcomesOf } from './follow-delivery';

type Delivery = EmailConversation['deliveries'][number];

const ADA = 'ada@client.example';
const BOB = 'bob@client.example';
const HOUR_MS = 3_600_000;
const now = 10 * HOUR_MS;
const follow = {
	agentId: 'a',
	sessionId: 'email:1',
	deliveryId: 'edlv_1',
	addresses: [ADA, BOB],
	since: now - HOUR_MS,
	until: now + HOUR_MS,
	reportFrom: 0,
	reported: 0,
};

const delivery = (status: string, outcomes: Array<[address: string, status: string]>, error?: string): Delivery => ({
	id: 'edlv_1',
	status,
	error,
	createdAt: '2026-11-22T05:00:00Z',
	outcomes: outcomes.map(([address, outcome]) => ({ address, status: outcome })),
});

function judged(shown: Delivery | undefined, more: Partial<FollowDelivery> = {}) {
	const followed = { ...follow, ...more };
	return judgeDelivery(followed, shown, outcomesOf(shown, followed.addresses), now);
}

describe('outcomes', () => {
	it('are those of our addresses of which something is decided, the last one of each', () => {
		const shown = delivery('sending', [
			[ADA, 'accepted'],
			['eve@client.example', 'delivered'],
			['Ada@Client.example', 'delivered'],
			[BOB, 'accepted'],
			[BOB, 'deferred'],
		]);
		expect(outcomesOf(shown, follow.addresses)).toEqual([
			{ address: 'Ada@Client.example', status: 'delivered', occurredAt: null, reason: null },
		]);
		expect(outcomesOf(undefined, follow.addresses)).toEqual([]);
	});
});

describe('a delivery', () => {
	it.each([
		[
			'settled',
			'each address has an outcome',
			delivery('sent', [
				[ADA, 'delivered'],
				[BOB, 'bounced'],
			]),
		],
		[
			'progress',
			'one address has two',
			delivery('sending', [
				[ADA, 'accepted'],
				[ADA, 'delivered'],
			]),
		],
		[
			'uncertain',
			'an address is uncertain',
			delivery('sent', [
				[ADA, 'delivered'],
				[BOB, 'uncertain'],
			]),
		],
		['uncertain', 'it is uncertain itself', delivery('unknown', [], 'Nobody knows.')],
		['failed', 'it failed before any address had an outcome', delivery('failed', [], 'The mailbox is suspended.')],
		[null, 'an address still waits', delivery('failed', [[ADA, 'queued']], 'The mailbox is suspended.')],
		[null, 'it is tried again after an error', delivery('deferred', [], 'Try later.')],
		[null, 'it has no error', delivery('sent', [], '')],
		['gone', 'it is not shown', undefined],
	] as const)('is %s when %s', (reason, _, shown) => {
		expect(judged(shown)).toBe(reason);
	});

	it('that has an error and some outcomes is followed for the others', () => {
		const shown = delivery('partially_sent', [[ADA, 'delivered']], 'bob@client.example: later');
		expect(judged(shown, { reported: 1 })).toBeNull();
		expect(judged(shown, { until: now })).toBe('time-over');
	});

	it('may show a little later', () => {
		expect(judged(undefined, { since: now - 30_000 })).toBeNull();
	});
});
