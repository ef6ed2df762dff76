import type { Destination } from '../api/types';
import { targetOf } from './target';

const CRM: Destination = {
	name: 'crm',
	type: 'hubspot',
	title: 'HubSpot',
	target: 'api.hubapi.com',
	origin: 'file',
	mapping: [],
};
const REPORT = { message: 'It runs.', at: '2026-11-21T10:00:00Z' };

test.each([
	['a configured destination', { destination: 'crm' }, ['crm', 'HubSpot', 'api.hubapi.com', false]],
	['a destination that is gone', { destination: 'old' }, ['old', null, null, false]],
	['a running flow', { destination: 'flow:1', flow: 'Leads' }, ['the n8n flow “Leads”', null, null, true]],
	['a flow that has ended', { destination: 'flow:1' }, ['an n8n flow', null, null, true]],
	['an unknown destination', {}, ['its destination', null, null, false]],
])('the leads go to %s', (_where, fields, expected) => {
	const { name, kind, address, isFlow } = targetOf({ progress: { ...REPORT, ...fields } }, [CRM]);
	expect([name, kind, address, isFlow]).toEqual(expected);
});
