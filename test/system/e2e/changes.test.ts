import { now } from '../../support/time/moments';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { ChangesReceiver, type ReceivedChange } from './changes-receiver';
import { importFilled } from './import-changed';

const AGENT = 'agent_changes';
/** Of each kind. */
const RECORDS = 30;
const LISTS = ['conversations', 'cod-confirmations'].map((list) => `/agents/${AGENT}/${list}`);

const running = useRealN8n();
let receiver: ChangesReceiver;
let admin: SandboxAdmin;
const conversations: string[] = [];
const confirmations: string[] = [];

beforeAll(async () => {
	const { sandbox } = running().stack;
	receiver = await ChangesReceiver.start();
	admin = new SandboxAdmin(sandbox);
	await admin.createAgent({ id: AGENT, name: AGENT, website: sandbox.siteUrl });
	for (let number = 1; number <= RECORDS; number++) {
		conversations.push(await admin.beginConversation(AGENT));
		confirmations.push(await admin.askForConfirmation(AGENT, { orderNumber: `${1_000 + number}` }));
	}
});
afterAll(() => receiver.stop());

const say = (id: string) => admin.addMessage(id, 'visitor', 'Where is my order?');
const set = (state: 'open' | 'resolved') => (id: string) => admin.changeConversation(id, { state });
const settle = (status: 'confirmed' | 'cancelled' | 'no_response') => (id: string) =>
	admin.settleConfirmation(AGENT, id, status);

/** What happens to every record, one round after the other, and what the trigger has to say of it. */
const ROUNDS = [
	{ conversation: say, confirmation: settle('confirmed'), word: 'continued', status: 'confirmed' },
	{ conversation: set('resolved'), confirmation: settle('cancelled'), word: 'resolved', status: 'cancelled' },
	{ conversation: set('open'), confirmation: settle('no_response'), word: 'reopened', status: 'no_response' },
];

it('starts a flow with each change of 60 records in three rounds, though n8n is killed in each of them', async () => {
	const { n8n } = running();
	const flow = await importFilled(n8n, 'changes.json', { PORT_OF_THE_RECEIVER: receiver.port });
	await activateFlow(n8n.client, flow);
	await untilPolled();

	const kills: string[] = [];
	for (const [round, { conversation, confirmation }] of ROUNDS.entries()) {
		for (const id of conversations) await conversation(id);
		for (const id of confirmations) await confirmation(id);
		// New records, and a conversation that goes, are no changes.
		await admin.beginConversation(AGENT);
		await admin.askForConfirmation(AGENT, { orderNumber: `new ${round}` });
		await untilReceived(2 * RECORDS * round + 15 * (round + 1));
		await n8n.server.kill();
		kills.push(now().toISOString());
		await n8n.server.start();
		await untilReceived(2 * RECORDS * (round + 1));
	}
	await untilPolled();

	const all = receiver.received;
	const processOf = ({ at }: ReceivedChange) => kills.filter((kill) => kill <= at).length;
	const inProcess = all.map((one) => `${one.changeId} in process ${processOf(one)}`);
	expect(inProcess.filter((each, index) => inProcess.indexOf(each) !== index)).toEqual([]);
	// The kills found executions under way.
	expect(new Set(all.map(({ changeId }) => changeId)).size).toBeLessThan(all.length);

	const words = ROUNDS.map(({ word }) => word);
	const ofConversation = conversations.map((id) => different(all, id).map(({ change }) => change));
	expect(ofConversation).toEqual(conversations.map(() => words));
	const states = conversations.map((id) => different(all, id).map(({ before, after }) => [before.state, after.state]));
	expect(states).toEqual(
		conversations.map(() => [
			['open', 'open'],
			['open', 'resolved'],
			['resolved', 'open'],
		]),
	);
	const statuses = confirmations.map((id) =>
		different(all, id).map(({ before, after }) => [before.status, after.status]),
	);
	expect(statuses).toEqual(
		confirmations.map(() => [
			['pending', 'confirmed'],
			['confirmed', 'cancelled'],
			['cancelled', 'no_response'],
		]),
	);
	const known = new Set([...conversations, ...confirmations]);
	expect(all.filter(({ after }) => !known.has(after.id))).toEqual([]);
});

/** The changes of a record in their order, each once: a kill may repeat some. */
function different(all: readonly ReceivedChange[], id: string): ReceivedChange[] {
	const byId = new Map(all.filter(({ after }) => after.id === id).map((one) => [one.changeId, one]));
	return [...byId.values()].sort((one, other) => one.seenAt.localeCompare(other.seenAt));
}

/** Waits for so many different changes. */
async function untilReceived(count: number): Promise<void> {
	const ask = () => {
		const there = new Set(receiver.received.map(({ changeId }) => changeId)).size;
		if (there < count) throw new Error(`${there} of ${count} changes came`);
		return Promise.resolve(true);
	};
	await eventually(ask, isThere, `${count} changes`, { everyMs: 50, looks: 3_600 });
}

/** Waits for a poll of each list that begins after now. */
async function untilPolled(): Promise<void> {
	const since = now().toISOString();
	for (const path of LISTS) {
		const ask = async () => {
			const polls = await admin.requests({ method: 'GET', path, since });
			return polls.some(({ status }) => status === 200) ? true : null;
		};
		await eventually(ask, isThere, `A poll of ${path}`);
	}
}
