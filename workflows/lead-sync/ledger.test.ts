import type { SyncedLead } from './activities';
import { byAddress } from '../leads/filter';
import { dismiss } from './actions';
import { enterRetried, type Ledger } from './ledger';

const ledger = (more: Partial<Ledger> = {}): Ledger => ({
	cursor: null,
	synced: 0,
	refused: [],
	retrying: [7],
	...more,
});
const written: SyncedLead = { outcome: 'written' };

it('a lead that a retry wrote before its talk ended is not counted again when it comes again', () => {
	const retried = ledger({
		early: [
			[7, 1, 0],
			[8, 1, 0],
		],
	});
	enterRetried(retried, 7, written);
	expect([retried.synced, retried.early]).toEqual([
		1,
		[
			[7, 1, 1],
			[8, 1, 0],
		],
	]);
});

it('a lead that a retry did not write is tried again', () => {
	const retried = ledger({ early: [[7, 1, 0]] });
	enterRetried(retried, 7, { outcome: 'refused', reason: 'No.' });
	expect(retried.early).toEqual([[7, 1, 0]]);
});

it('a lead that the destination skips at a retry is not skipped and counted again', () => {
	const retried = ledger({ early: [[7, 1, 0]] });
	enterRetried(retried, 7, { outcome: 'skipped' });
	expect([retried.early, retried.skipped]).toEqual([[[7, 1, 2]], byAddress(1)]);
});

it('a lead that a person dismissed does not come again, unless the destination has it in part', () => {
	const dismissed = ledger({
		early: [
			[7, 1, 0],
			[8, 1, 1],
			[9, 1, 0],
		],
	});
	dismiss(dismissed, new Set([7, 8]));
	expect(dismissed.early?.map(([, , left]) => left)).toEqual([2, 1, 0]);
});

it('a sync whose leads come once keeps no list of those that come again', () => {
	const retried = ledger();
	enterRetried(retried, 7, written);
	expect(retried).not.toHaveProperty('early');
});
