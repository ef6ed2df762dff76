import { type Lead, leadConversation, noConversation } from '../../../../api';
import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf, personWith } from './lead';

let hubspot: HubSpotServer;

beforeEach(async () => {
	hubspot = await startHubSpot();
});
afterEach(() => hubspot.close());

function destination(settings: object = {}): HubSpotDestination {
	const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, ...settings };
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
});

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
				/^HubSpot has it without the note of its conversation \(HubSpot answered 403: MISSING_SCOPES\)/,
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

it('writes all notes of a page in which HubSpot refuses an address', async () => {
	hubspot.account.addProperty('lead_key', 'string', { hasUniqueValue: true });
	const leads = [leadWith({ email: 'ada@example.com' }), leadWith({ email: 'no address' }), leadWith({})];
	const { written, refused, inPart } = await destination({
		withoutEmail: 'create',
		leadProperty: 'lead_key',
	}).writePage(pageOf(leads));
	expect([written, refused]).toEqual([3, []]);
	expect(inPart?.map(({ leadId }) => leadId)).toEqual([leads[1]?.id]);
	expect(inPart?.[0]?.reason).not.toContain('note');
	expect(new Set(hubspot.notes.all().map(({ contactId }) => contactId)).size).toBe(3);
});

it.each([1, 2])(
	'writes the note to the contact that has the address as its second one, with %i of them',
	async (many) => {
		const crm = destination();
		await crm.writePage(pageOf([newLead({ email: 'ada@example.com' })]));
		const ada = hubspot.account.byEmail('ada@example.com');
		if (ada === undefined) throw new Error('There is no contact.');
		const emails = ['ada@home.example', 'ada@old.example'].slice(0, many);
		for (const email of emails) hubspot.account.addSecondary(ada, email);
		const shared = { conversationId: 'c1' };
		const leads = emails.map((email) => leadWith({ ...shared, email }));
		expect(await crm.writePage(pageOf(leads))).toEqual({ written: many, refused: [] });
		expect(hubspot.notes.all()).toMatchObject([{ contactId: ada.id }]);
	},
);

it.each([1, 2])('writes a note for each of two people in one conversation, in pages of %i', async (size) => {
	const shared = { conversationId: 'c1' };
	const leads = [
		leadWith({ ...shared, email: 'ada@example.com' }),
		leadWith({ ...shared, email: 'bob@example.com' }, said('Do you ship?', 'Bob here')),
		leadWith({ ...shared, email: 'ada@example.com' }, said('Do you ship?', 'Bob here', 'Bye')),
	];
	const crm = destination();
	for (let from = 0; from < leads.length; from += size) await crm.writePage(pageOf(leads.slice(from, from + size)));
	const idOf = (email: string) => hubspot.account.byEmail(email)?.id;
	expect(hubspot.notes.all()).toEqual([
		expect.objectContaining({ contactId: idOf('ada@example.com'), body: expect.stringContaining('Bye') as string }),
		expect.objectContaining({ contactId: idOf('bob@example.com'), body: expect.stringContaining('Bob') as string }),
	]);
});

it('takes the note from the lead that was captured last, in any order of the contacts', async () => {
	const crm = destination();
	await crm.writePage(pageOf([newLead({ email: 'ada@example.com' }), newLead({ email: 'ada@work.example' })]));
	const [ada] = hubspot.account.all();
	if (ada === undefined) throw new Error('There is no contact.');
	hubspot.account.addSecondary(ada, 'ada@home.example');
	const leads = ['ada@example.com', 'ada@home.example', 'ada@example.com', 'ada@home.example'].map((email, nth) =>
		leadWith({ email, conversationId: 'c1' }, said(`Message ${nth}`)),
	);
	expect(await crm.writePage(pageOf(leads))).toEqual({ written: 4, refused: [] });
	expect(bodies()).toEqual([expect.stringContaining('Message 3')]);
});

it('lists the notes of a contact once for all of its conversations, and once more after it created some', async () => {
	const leads = Array.from({ length: 10 }, () => leadWith({ email: 'ada@example.com' }));
	const crm = destination();
	const lists = () => hubspot.requests.filter((route) => route.endsWith('/associations/notes')).length;
	await crm.writePage(pageOf(leads));
	expect(lists()).toBe(2);
	await crm.writePage(pageOf(leads));
	expect([lists(), bodies().length]).toEqual([3, 10]);
});

it('reports each lead whose note is written, and none that lacks something', async () => {
	const leads = [newLead(), leadWith({ fields: { size: 'huge' } }), leadWith({}), leadWith({})];
	const properties = { size: 'fields.size' };
	hubspot.account.addProperty('size', 'number');
	const brought: number[] = [];
	const page = { ...pageOf(leads), onWritten: (id: number) => brought.push(id) };
	hubspot.notes.beforeCreate = () => {
		if (bodies().length === 2) hubspot.failNext(1, 500);
	};
	await expect(destination({ properties }).writePage(page)).rejects.toMatchObject({ name: 'DestinationHeldError' });
	expect(brought).toEqual([leads[0]?.id, leads[2]?.id]);
});

it.each(['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'])(
	'keeps the older of two notes that were created at the same time, the other one being of %s',
	async (createdAt) => {
		hubspot.notes.beforeCreate = (contactId, body) => hubspot.notes.add(contactId, body, createdAt);
		expect(await destination().writePage(pageOf([leadWith({})]))).toEqual({ written: 1, refused: [] });
		const [note] = hubspot.notes.all();
		expect([hubspot.notes.all().length, note?.createdAt === createdAt]).toEqual([1, createdAt.startsWith('2020')]);
	},
);

it('removes a second note that an earlier attempt left, and keeps one in which a person wrote on', async () => {
	const lead = leadWith({ email: 'ada@example.com' });
	const crm = destination();
	await crm.writePage(pageOf([lead]));
	const [note] = hubspot.notes.all();
	if (note === undefined) throw new Error('There is no note.');
	hubspot.notes.add(note.contactId, note.body);
	hubspot.notes.add(note.contactId, `${note.body}<br>I called her.`);
	await crm.writePage(pageOf([lead]));
	expect(bodies()).toEqual([note.body, expect.stringContaining('I called her.')]);
});

it('repeats nothing of a note that HubSpot refuses', async () => {
	hubspot.notes.quotes = true;
	const { inPart } = await destination().writePage(pageOf([leadWith({}, said('My password is hunter2'))]));
	expect(inPart?.map(({ reason }) => reason)).toEqual([
		'HubSpot has it without the note of its conversation (HubSpot answered 400: VALIDATION_ERROR).',
	]);
});

it('repeats nothing of a conversation that HubSpot refuses as a property', async () => {
	hubspot.account.addProperty('story');
	hubspot.account.refuseValues('My password is hunter2');
	const lead = leadWith({}, said('My password is hunter2'));
	const { refused } = await destination({ properties: { story: 'conversation.text' } }).writePage(pageOf([lead]));
	expect(refused).toEqual([{ leadId: lead.id, reason: 'HubSpot refused the contact (400).' }]);
});

it('deletes the notes of an erased person before the contact, and no other notes', async () => {
	const crm = destination();
	await crm.writePage(pageOf([leadWith({ email: 'ada@example.com' }), leadWith({ email: 'bob@example.com' })]));
	hubspot.requests.length = 0;
	await crm.erasePerson(personWith('ada@example.com'));
	expect(hubspot.notes.all()).toMatchObject([{ contactId: hubspot.account.byEmail('bob@example.com')?.id }]);
	expect(hubspot.account.byEmail('ada@example.com')).toBeUndefined();
	const deletions = hubspot.requests.filter((route) => /DELETE|gdpr/.test(route));
	expect(deletions).toEqual([expect.stringMatching(/^DELETE .*\/notes\//), expect.stringMatching(/gdpr-delete$/)]);
	expect(await crm.uncertainRecords(personWith('ada@example.com'))).toEqual([
		expect.stringContaining('notes of other contacts'),
	]);
});

it('erases a person with a token that may not read notes', async () => {
	const crm = destination();
	await crm.writePage(pageOf([leadWith({ email: 'ada@example.com' })]));
	hubspot.forbidNotes();
	await crm.erasePerson(personWith('ada@example.com'));
	expect(hubspot.account.all()).toEqual([]);
});
