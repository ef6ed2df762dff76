import type { IDataObject } from 'n8n-workflow';
import { ignoresOf } from '../memory/ignored-fields';
import { changedFields, keptRecord } from '../memory/kept-record';
import { fieldsOf } from '../memory/record-fields';
import { conversationChange, conversationSample } from './conversation-change';

const ignores = ignoresOf([]);

function wordFor(before: IDataObject, after: IDataObject): string {
	const kept = keptRecord(before, fieldsOf(before, ignores));
	return conversationChange(changedFields(kept, fieldsOf(after, ignores), ignores));
}

it.each<[word: string, before: IDataObject, after: IDataObject]>([
	['resolved', { state: 'open', messageCount: 1 }, { state: 'resolved', messageCount: 2 }],
	['resolved', { phase: 'active' }, { phase: 'Resolved' }],
	['resolved', { status: { resolvedAt: null } }, { status: { resolvedAt: '2026-11-26T10:00:00Z' } }],
	['resolved', { is_resolved: false }, { is_resolved: true }],
	['reopened', { state: 'resolved', lastMessageAt: 'a' }, { state: 'open', lastMessageAt: 'b' }],
	['reopened', { resolved: true }, { resolved: false }],
	['continued', { state: 'resolved', messageCount: 1 }, { state: 'resolved', messageCount: 2 }],
	['continued', { lastReplyBy: 'visitor' }, { lastReplyBy: 'agent' }],
	['resolved', { resolution: { is_resolved: 'no', resolved_by: null } }, { resolution: { resolved_by: 'Ada' } }],
	['resolved', { unresolved: true }, { unresolved: false }],
	['continued', { lastmessageat: 'a', isresolved: false }, { lastmessageat: 'b', isresolved: false }],
	['reopened', { unresolved: 0 }, { unresolved: 1 }],
	['continued', { last_message_at: 'a' }, { last_message_at: 'b' }],
	['updated', { visitor: { lastName: 'Ada', last_name: 'Ada' } }, { visitor: { lastName: 'Bo', last_name: 'Bo' } }],
	['updated', { returnUrl: 'a', plastic: 1, lastUpdated: 'a' }, { returnUrl: 'b', plastic: 2, lastUpdated: 'b' }],
	['updated', { rating: null, updatedAt: 'a' }, { rating: 5, updatedAt: 'b' }],
	['updated', { updatedAt: 'a' }, { updatedAt: 'b' }],
])('says %s', (word, before, after) => {
	expect(wordFor(before, after)).toBe(word);
});

it('does not count who read a record, when and how often, nor what a person excludes', () => {
	const record = {
		unreadCount: 1,
		lastReadAt: 'a',
		views: 3,
		state: 'open',
		meta: { served_at: 'a', a: 1 },
		lastRead: { by: 'Ada', at: 'a' },
		visitor: { city: 'Oslo' },
	};
	expect(fieldsOf(record, ignores).map(({ name }) => name)).toEqual(['state', 'meta.a', 'visitor.city']);
	expect(fieldsOf(record, ignoresOf(['visitor', 'meta.a'])).map(({ name }) => name)).toEqual(['state']);
});

it('does not say of a resolved conversation that it became so, if only a hash shows the change', () => {
	const texts = (from: string) =>
		Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, `${from} ${'x'.repeat(60)}`]));
	const before = { state: 'resolved', ...texts('a') };
	const after = { state: 'resolved', ...texts('a'), field59: 'b' };
	const kept = keptRecord(before, fieldsOf(before, ignores));
	const changed = changedFields(kept, fieldsOf(after, ignores), ignores);
	expect(changed).toEqual([]);
	expect(conversationChange(changed)).toBe('updated');
	expect([conversationSample(before), conversationSample({ state: 'open' })]).toEqual(['resolved', 'continued']);
});
