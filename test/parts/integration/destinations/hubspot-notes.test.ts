import { type Lead, leadConversation, noConversation } from '../../../../api';
import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf } from './lead';

let hubspot: HubSpotServer;

beforeEach(async () => {
	hubspot = await startHubSpot();
});
afterEach(() => hubspot.close());

function destination(): HubSpotDestination {
	const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url };
	const config = destinationsSchema.parse({ crm })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

const AT = '2026-11-21T10:00:00.000Z';
const said = (...texts: string[]) => ({
	messages: texts.map((content) => ({ role: 'visitor', content, createdAt: AT })),
});
/** A lead that brings its conversation. */
const leadWith = (more: Partial<Lead>, shown: object = said('Do you ship?'), form: 'extract' | 'text' = 'text') =>
	newLead({ ...more, conversation: leadConversation({ ...shown }, form, 100_000) });
const bodies = () => hubspot.notes.all().map(({ body }) => body);

it('writes the conversation as a note of the contact, as text that nobody takes for HTML', async () => {
	const lead = leadWith({ email: 'ada@example.com' }, said('<b>5 & 6</b>\0', 'Bye'));
	expect(await destination().writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
	const [note] = hubspot.notes.all();
	expect(note).toMatchObject({ contactId: hubspot.account.byEmail('ada@example.com')?.id, at: AT });
	expect(note?.body).toMatch(
		/^visitor \(2026.*\): &lt;b&gt;5 &amp; 6&lt;\/b&gt;\ufffd<br><br>visitor .*: Bye<br><br>Agent Knowledge conversation [0-9a-f]{16}$/,
	);
});

it('writes one note for each conversation, however often and by however many leads it comes', async () => {
	const shared = { email: 'ada@example.com', conversationId: 'c1' };
	const leads = [leadWith(shared), leadWith(shared), leadWith({ ...shared, conversationId: 'c2' }), leadWith({})];
	const crm = destination();
	expect(await crm.writePage(pageOf(leads))).toEqual({ written: 4, refused: [] });
	await crm.writePage(pageOf(leads));
	await crm.writeLead(OF, leads[0] ?? newLead());
	expect(bodies()).toHaveLength(3);
});

it('updates the note if the talk went on, and does not touch it otherwise', async () => {
	const lead = { email: 'ada@example.com', conversationId: 'c1' };
	const crm = destination();
	await crm.writePage(pageOf([leadWith(lead)]));
	hubspot.requests.length = 0;
	await crm.writePage(pageOf([leadWith(lead)]));
	expect(hubspot.requests.filter((route) => route.startsWith('PATCH'))).toEqual([]);
	await crm.writePage(pageOf([leadWith(lead, said('Do you ship?', 'And to Norway?'))]));
	expect(bodies()).toEqual([expect.stringContaining('And to Norway?')]);
});

it('finds its note among many others of the contact', async () => {
	const lead = { email: 'ada@example.com', conversationId: 'c1' };
	hubspot.notes.pageSize = 2;
	const crm = destination();
	await crm.writePage(
		pageOf(Array.from({ length: 5 }, (_none, nth) => leadWith({ ...lead, conversationId: `o${nth}` }))),
	);
	await crm.writePage(pageOf([leadWith(lead)]));
	await crm.writePage(pageOf([leadWith(lead)]));
	expect(bodies()).toHaveLength(6);
});

it('creates no second note after a lost response', async () => {
	const lead = leadWith({ email: 'ada@example.com' });
	const crm = destination();
	hubspot.holdNextAnswer('POST /crm/v3/objects/notes');
	await expect(crm.writePage(pageOf([lead]))).rejects.toMatchObject({ name: 'DestinationHeldError' });
	expect(bodies()).toHaveLength(1);
	expect(await crm.writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
	expect(bodies()).toHaveLength(1);
}, 60_000);

it('writes the contact if HubSpot takes no notes, says so for each lead, and asks once', async () => {
	hubspot.forbidNotes();
	const leads = [leadWith({}), leadWith({}), newLead()];
	const { written, refused, inPart = [] } = await destination().writePage(pageOf(leads));
	expect([written, refused, hubspot.account.all().length]).toEqual([3, [], 3]);
	expect(inPart).toEqual(
		leads.slice(0, 2).map(({ id }) => ({
			leadId: id,
			kind: 'written_in_part',
			reason: expect.stringMatching(
				/^HubSpot has it without the note of its conversation \(HubSpot answered 403: /,
			) as string,
		})),
	);
	expect(hubspot.requests.filter((route) => route.includes('notes'))).toHaveLength(1);
});

it('writes no note of a lead without a conversation', async () => {
	const leads = [
		newLead({ conversation: noConversation('deleted') }),
		leadWith({}, { messages: [] }),
		newLead({ conversation: 'a field of another service' }),
	];
	expect(await destination().writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
	expect(hubspot.requests.filter((route) => route.includes('notes'))).toEqual([]);
});

it('keeps the note below the limit of HubSpot, and says that it is cut', async () => {
	const lead = leadWith({}, said('<&>'.repeat(30_000)));
	expect(await destination().writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
	expect(bodies()[0]?.length).toBeLessThanOrEqual(65_536);
	expect(bodies()[0]).toMatch(/;<br>…<br><br>Agent Knowledge conversation [0-9a-f]{16}$/);
});

it('waits until the short limit of HubSpot allows more', async () => {
	hubspot.setBurst(8, 300);
	const leads = Array.from({ length: 6 }, () => leadWith({}));
	expect(await destination().writePage(pageOf(leads))).toEqual({ written: 6, refused: [] });
	expect(bodies()).toHaveLength(6);
});
