import { type Lead, leadConversation } from '../../../../api';
import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf } from './lead';

// A lead comes at once, and its conversation again when the talk has ended.

let hubspot: HubSpotServer;

beforeEach(async () => {
	hubspot = await startHubSpot();
	hubspot.account.addProperty('message');
});
afterEach(() => hubspot.close());

function destination(settings: object): HubSpotDestination {
	const properties = { city: 'city', message: 'conversation.text', lead_captured_at: 'capturedAt' };
	const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, properties, ...settings };
	const config = destinationsSchema.parse({ crm })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

const saying = (lead: Lead, ...texts: string[]): Lead => {
	const messages = texts.map((content) => ({ role: 'visitor', content, createdAt: '2026-11-21T10:00:00.000Z' }));
	return { ...lead, conversation: leadConversation({ messages }, 'text', 1_000) };
};
const messageOf = (email: string) => hubspot.account.byEmail(email)?.properties['message'] ?? '';
const patches = () => hubspot.requests.filter((route) => route.startsWith('PATCH') || route.includes('update'));

it('changes the property of a conversation that went on, and of no older lead', async () => {
	const crm = destination({ existing: 'newest' });
	const lead = newLead({ email: 'ada@example.com' });
	await crm.writePage(pageOf([saying(lead, 'First words')]));
	hubspot.requests.length = 0;
	expect(await crm.updateConversations(OF, [saying(lead, 'First words')])).toEqual([]);
	expect(patches()).toEqual([]);
	expect(await crm.updateConversations(OF, [saying({ ...lead, city: 'Oslo' }, 'First words', 'Last')])).toEqual([]);
	expect(messageOf(lead.email)).toContain('Last');
	expect(hubspot.account.byEmail(lead.email)?.properties['city']).toBe('Turin');

	const later = newLead({ email: lead.email, conversationId: 'c2' });
	await crm.writePage(pageOf([saying(later, 'Another talk')]));
	await crm.updateConversations(OF, [saying(lead, 'First words', 'Last', 'After all')]);
	expect(messageOf(lead.email)).toContain('Another talk');
	expect(hubspot.notes.all().map(({ body }) => body)).toContainEqual(expect.stringContaining('After all'));
});

it('keeps values where the settings say so', async () => {
	const crm = destination({ existing: 'keep' });
	const lead = newLead({ email: 'ada@example.com' });
	await crm.writePage(pageOf([saying(lead, 'First words')]));
	await crm.updateConversations(OF, [saying(lead, 'First words', 'Last')]);
	expect(messageOf(lead.email)).not.toContain('Last');
});
