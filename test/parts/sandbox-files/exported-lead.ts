import type { Lead } from '../../../api';

/** A lead as the service shows it, with what a test changes of it. */
export const lead = (id: number, more: Partial<Lead> = {}): Lead => ({
	id,
	agentId: 'agent_support',
	conversationId: 'c1',
	name: 'Ada',
	email: 'ada@example.com',
	phone: null,
	city: 'Köln',
	country: 'Germany',
	countryCode: 'DE',
	fields: {},
	capturedAt: '2026-11-21T10:00:00.123Z',
	...more,
});
