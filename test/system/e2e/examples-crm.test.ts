import { z } from 'zod';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { GoogleSheets } from '../../support/crm/google-sheets';
import { HubSpot } from './crm/hubspot';
import { Pipedrive } from './crm/pipedrive';
import { Salesforce } from './crm/salesforce';
import type { StandInCrm } from '../../support/crm/stand-in-crm';
import { startVendorHosts, type VendorHosts } from '../../support/crm/vendor-hosts';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Json } from '../../support/stack/execution';
import { askGateway } from './ask-gateway';
import { pictureOfExecution } from './example-picture';
import { type FlowNode, importChanged } from './import-changed';
import { executeTrigger, stepThrough } from './step-through';
import { useFlows } from './use-flows';
const TRIGGER = 'Each Lead';
/** So that a test waits for seconds where a user waits for minutes. */
const seconds = (amount: number) => ({ duration: { amount, unit: 'seconds' } });
const SOON = { maxAttempts: 3, interval: seconds(10), retryPause: seconds(1) };
/** Leads of each agent that have no address: one with a phone, one without. */
const WITHOUT_ADDRESS = 2;
const WORDS = 'This person asked us never to write again.';

const salesforce = new Salesforce();
const hubspot = new HubSpot();
const pipedrive = new Pipedrive();
const sheets = new GoogleSheets();

/** An example, the node that writes in it, and one way through it; the stand-in it writes to; the agent of its leads. */
interface Example {
	file: string;
	picture: string;
	writes: string;
	way: string[];
	credential: { type: string; data: Json };
	crm: StandInCrm;
	agent: string;
}

const examples: Example[] = [
	{
		file: 'leads-to-salesforce.json',
		picture: 'example-leads-to-salesforce.png',
		writes: 'Create or Update Lead',
		way: ['Create or Update Lead'],
		credential: {
			type: 'salesforceOAuth2Api',
			data: {
				clientId: 'client',
				clientSecret: 'secret',
				oauthTokenData: {
					access_token: salesforce.accessToken,
					token_type: 'Bearer',
					instance_url: `https://${Salesforce.host}`,
				},
			},
		},
		crm: salesforce,
		agent: 'agent_salesforce',
	},
	{
		file: 'leads-to-hubspot.json',
		picture: 'example-leads-to-hubspot.png',
		writes: 'Create or Update Contact',
		way: ['Has It an Address?', 'Create or Update Contact'],
		credential: { type: 'hubspotAppToken', data: { appToken: hubspot.serviceKey } },
		crm: hubspot,
		agent: 'agent_hubspot',
	},
	{
		file: 'leads-to-pipedrive.json',
		picture: 'example-leads-to-pipedrive.png',
		writes: 'Create Person with Phone',
		way: ['Can It Be Found?', 'Search Person', 'Who Is It?', 'Create Person with Phone'],
		credential: { type: 'pipedriveApi', data: { apiToken: pipedrive.apiToken } },
		crm: pipedrive,
		agent: 'agent_pipedrive',
	},
	{
		file: 'leads-to-google-sheets.json',
		picture: 'example-leads-to-google-sheets.png',
		writes: 'Append or Update Row',
		way: ['Row', 'Append or Update Row'],
		credential: {
			type: 'googleSheetsOAuth2Api',
			data: {
				clientId: 'client',
				clientSecret: 'secret',
				oauthTokenData: { access_token: sheets.accessToken, token_type: 'Bearer' },
			},
		},
		crm: sheets,
		agent: 'agent_sheets',
	},
];

let vendors: VendorHosts | undefined;
beforeAll(async () => {
	vendors = await startVendorHosts({
		[Salesforce.host]: salesforce.listener,
		[HubSpot.host]: hubspot.listener,
		[Pipedrive.host]: pipedrive.listener,
		[GoogleSheets.host]: sheets.listener,
	});
});
const flows = useFlows({ env: () => vendors?.env ?? {} });
const browser = useBrowser();
afterAll(() => vendors?.close());

const taskSchema = z.looseObject({
	id: z.string(),
	agentId: z.string().nullable(),
	progress: z.looseObject({ itemsDone: z.int().optional() }).nullable(),
});
const refusedSchema = z.looseObject({ items: z.array(z.looseObject({ leadId: z.int(), reason: z.string() })) });

const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);
const until = (what: string, there: () => Promise<boolean> | boolean) =>
	eventually(there, Boolean, what, { everyMs: 500, looks: 480 });

async function syncOf(agent: string) {
	const listed = await ask('GET', '/v1/tasks?type=lead-sync&fresh=true');
	const { items } = z.looseObject({ items: z.array(taskSchema) }).parse(listed);
	const sync = items.find(({ agentId }) => agentId === agent);
	if (sync === undefined) throw new Error('The flow opened no sync.');
	return { ...sync, path: `/v1/tasks/${encodeURIComponent(sync.id)}` };
}

/** Imports the example with an agent of its own and a credential. */
async function importForAgent({ file, credential, agent }: Example): Promise<string> {
	const { n8n, stack } = flows().running;
	await new SandboxAdmin(stack.sandbox).createAgent({ id: agent, name: agent, website: stack.sandbox.siteUrl });
	const name = credential.type;
	const id = await saveCredential(n8n.client, { name, ...credential });
	return importChanged(n8n, file, (node: FlowNode) => {
		const { parameters } = node;
		if (node.name === TRIGGER) {
			return {
				...node,
				parameters: { ...parameters, agentId: { __rl: true, mode: 'id', value: agent }, options: SOON },
			};
		}
		if (!('authentication' in parameters)) return node;
		const chosen =
			'documentId' in parameters ? { documentId: { __rl: true, mode: 'id', value: sheets.documentId } } : {};
		return { ...node, parameters: { ...parameters, ...chosen }, credentials: { [credential.type]: { id, name } } };
	});
}

test.each(examples)(
	'$file brings each lead into the CRM once, and lists the refused one in its words',
	async (example) => {
		const { crm, agent, way, writes, picture } = example;
		const { n8n, stack } = flows().running;
		const flow = await importForAgent(example);
		const admin = new SandboxAdmin(stack.sandbox);
		const capture = (name: string, phone: string | null) => {
			const email = `${name.split(' ')[0]?.toLowerCase()}@${agent}.example`;
			return admin.captureLead(agent, { name, email, phone, city: 'Bergen', country: 'Norway' });
		};
		const where = { city: 'Bergen', country: 'Norway' };
		const nameless = await admin.captureLead(agent, {
			name: '',
			email: `noname@${agent}.example`,
			phone: null,
			...where,
		});
		await admin.captureLead(agent, { name: 'Dora', email: '', phone: '+47 555 04', ...where });
		await admin.captureLead(agent, { name: 'Eve', email: '', phone: null, ...where });
		const early = [nameless, await capture('Ada Lovelace', '+47 555 01'), await capture('Ben van Dyk', null)];
		const refused = await capture('Rita Refused', '+47 555 02');
		crm.refuse(refused.email, WORDS);
		crm.failNext(500, 429);

		await activateFlow(n8n.client, flow);
		await until('The early leads', () => early.every(({ email }) => crm.emails().includes(email)));
		const late = await capture('Cleo', '+47 555 03');
		const accepted = [...early, late].map(({ email }) => email).sort();
		const emails = () => crm.emails().filter((email) => email !== '');
		await until('The later lead', () => crm.emails().includes(late.email));
		const listed = async () => refusedSchema.parse(await ask('GET', `${(await syncOf(agent)).path}/refused`)).items;
		await until('The refused lead', async () => (await listed()).length > 0);
		expect(await listed()).toMatchObject([{ leadId: refused.id, reason: expect.stringContaining(WORDS) as string }]);
		expect(emails()).toEqual(accepted);

		// The same leads are handed out again, as after a crash.
		const { path, progress } = await syncOf(agent);
		const done = (progress?.itemsDone ?? 0) + accepted.length + WITHOUT_ADDRESS;
		const requests = crm.requests.length;
		await ask('POST', `${path}/actions/sync-now`, { from: '2020-01-01' });
		await until('All leads again', async () => ((await syncOf(agent)).progress?.itemsDone ?? 0) >= done);
		expect(crm.requests.length).toBeGreaterThanOrEqual(requests + accepted.length);
		expect(emails()).toEqual(accepted);

		crm.accept(refused.email);
		await ask('POST', `${path}/actions/retry-refused`, {});
		await until('The lead that was refused', () => crm.emails().includes(refused.email));
		expect(emails()).toEqual([...accepted, refused.email].sort());

		const executions = await Promise.all((await flows().executionsOf(flow)).map(({ id }) => flows().read(id)));
		const written = executions.find((execution) => execution.status === 'success' && execution.runs(writes) > 0);
		const whole = await executeTrigger(flows(), flow, TRIGGER);
		expect((await stepThrough(flows(), flow, { whole, trigger: TRIGGER, nodes: way })).runs(writes)).toBe(1);
		await pictureOfExecution(browser(), n8n, { workflowId: flow, executionId: written?.id ?? '', file: picture });
		await n8n.client.request('POST', `/rest/workflows/${flow}/deactivate`);
	},
);

test('the CRMs have the names, addresses and numbers of the leads', () => {
	expect(salesforce.lead('ben@agent_salesforce.example')).toEqual({
		Company: 'Unknown',
		FirstName: 'Ben van',
		LastName: 'Dyk',
		Email: 'ben@agent_salesforce.example',
		Phone: null,
		City: 'Bergen',
		Country: 'Norway',
	});
	expect(hubspot.contact('ben@agent_hubspot.example')).toEqual({
		email: 'ben@agent_hubspot.example',
		firstname: 'Ben van',
		lastname: 'Dyk',
		city: 'Bergen',
		country: 'Norway',
	});
	expect(pipedrive.persons.find(({ name }) => name === 'Ben van Dyk')).toEqual({
		name: 'Ben van Dyk',
		emails: [{ value: 'ben@agent_pipedrive.example', primary: true, label: 'work' }],
	});
	expect(pipedrive.persons.find(({ name }) => name === 'Cleo')?.phones).toEqual([
		{ value: '+47 555 03', primary: true, label: 'work' },
	]);
});

test('a lead without a name, an address or a phone becomes what the flow says, once', () => {
	expect(salesforce.lead('noname@agent_salesforce.example')).toMatchObject({ FirstName: '', LastName: 'Unknown' });
	expect(salesforce.emails().filter((email) => email === '')).toHaveLength(WITHOUT_ADDRESS);
	expect(hubspot.contact('noname@agent_hubspot.example')).toEqual({
		email: 'noname@agent_hubspot.example',
		city: 'Bergen',
		country: 'Norway',
	});
	expect(hubspot.emails()).not.toContain('');
	const named = (name: string) => pipedrive.persons.filter((person) => person.name === name);
	expect(named('noname@agent_pipedrive.example')).toHaveLength(1);
	expect(named('Dora')).toEqual([{ name: 'Dora', phones: [{ value: '+47 555 04', primary: true, label: 'work' }] }]);
	expect(named('Eve')).toEqual([]);
});

test('the sheet of google has headings, and texts as they are', () => {
	const [headings, ...rows] = sheets.rows;
	expect(headings).toEqual(['Lead', 'Captured at', 'Name', 'Email', 'Phone', 'City', 'Country']);
	const [, , ...ben] = rows.find((row) => row.includes('ben@agent_sheets.example')) ?? [];
	expect(ben).toEqual(['Ben van Dyk', 'ben@agent_sheets.example', '', 'Bergen', 'Norway']);
	const phones = rows.map(([, , , , phone]) => phone);
	expect(phones).toEqual(expect.arrayContaining(['', '+47 555 01', '+47 555 02', '+47 555 03']));
	expect(new Set(rows.map(([lead]) => lead)).size).toBe(rows.length);
});
