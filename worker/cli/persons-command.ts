import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { type PersonSearch, personSearchSchema } from '../gateway/schemas';
import { NotText, readTextFile } from '../problems/text-file';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';
import type { GatewayClient } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import type { Screen } from './screen';
import { listTable } from './table';
import { retrying, watch, type Watching } from './watch-tasks';

/** Seconds of one long poll. Progress is shown between two. */
const POLL_SECONDS = 5;
const STANDARD_INPUT = 0;

type Mode = 'find' | 'erase';

interface Lead {
	connection: string;
	agentId: string;
	leadId: number;
}

interface PersonOptions extends GatewayOptions, ResultOptions {
	emailFile?: string;
	lead?: Lead[];
	key?: string;
	/** Only of `erase`. */
	yes?: true;
}

/** `agent-knowledge persons find|erase`. The address is not an argument, because other users of the machine see arguments. */
export function personsCommand(terminal: Terminal): Command {
	const command = (mode: Mode, description: string) =>
		addGatewayOptions(
			new Command(mode)
				.description(`${description}; reads the address from standard input`)
				.option('--email-file <path>', 'file with the address, instead of standard input')
				.option('--lead <ids...>', '<connection>/<agent>/<lead>: leads with another address, or none', collectLeads)
				.option('--key <text>', 'the Idempotency-Key: the same key is the same search; default: a new one')
				.option('--json', 'print JSON'),
		);
	const find = command('find', "find one person's data").action((options: PersonOptions) =>
		search('find', options, terminal),
	);
	const erase = command('erase', "show one person's data, ask, then erase it")
		.option('--yes', 'erase without a question')
		.action((options: PersonOptions) => search('erase', options, terminal));
	const persons = new Command('persons').description("find or erase one person's data");
	persons.addCommand(find).addCommand(erase);
	return persons;
}

function collectLeads(text: string, before: Lead[] = []): Lead[] {
	const [, connection = '', agentId = '', leadId = ''] = /^([^/]+)\/([^/]+)\/(\d+)$/.exec(text) ?? [];
	if (leadId === '')
		throw new CommandError(`--lead must be <connection>/<agent>/<lead>, not "${text}".`, EXIT.badUsage);
	return [...before, { connection, agentId, leadId: Number(leadId) }];
}

async function search(mode: Mode, options: PersonOptions, terminal: Terminal): Promise<void> {
	const { lead: leads = [], key = randomUUID(), emailFile = STANDARD_INPUT } = options;
	const client = gatewayClient(options, terminal);
	if (mode === 'erase' && !options.yes && terminal.ask === undefined)
		throw new CommandError(NOBODY_TO_ASK, EXIT.badUsage);
	const body = { email: addressIn(emailFile), leads };
	if (mode === 'erase' && !options.yes && !(await isConfirmed(client, body, terminal))) {
		terminal.note('Nothing was erased.');
		return;
	}
	const report = await reportOf(client, { mode, key, body }, terminal);
	printResult(terminal, options, report, () => textOf(report, terminal.screen));
	if (!report.complete) throw new CommandError('Some of it needs an action by a person first. See above.', EXIT.failed);
}

const NOBODY_TO_ASK =
	'Nothing was erased: erasing asks first, and nobody can answer here. See what will go with "persons find", then add --yes.';

type PersonReport = NonNullable<PersonSearch['report']>;
type Body = { email: string; leads: Lead[] };

/** Runs one search to its end. @throws CommandError if it failed */
async function reportOf(
	client: GatewayClient,
	{ mode, key, body }: { mode: Mode; key: string; body: Body },
	terminal: Terminal,
): Promise<PersonReport> {
	const again = mode === 'erase' ? `--yes --key ${key}` : `--key ${key}`;
	const howToContinue = `The same command with ${again} continues this search, and shows its report for 30 days.`;
	terminal.note(howToContinue);
	const { report, error } = await watch(terminal, howToContinue, async (watching) => {
		const path = `/v1/persons/${mode}`;
		const begin = () => client.ask(personSearchSchema, { method: 'POST', path, key, body, signal: watching.signal });
		return followed(client, await retrying(begin, watching), watching);
	});
	if (report === null) throw new CommandError(`The search failed: ${error ?? 'the reason is unknown'}.`, EXIT.failed);
	return report;
}

/** Shows what an erasure would delete, and asks. Only `yes` is a yes. */
async function isConfirmed(client: GatewayClient, body: Body, terminal: Terminal): Promise<boolean> {
	terminal.note('First a search, which changes nothing.');
	const found = await reportOf(client, { mode: 'find', key: randomUUID(), body }, terminal);
	terminal.note(textOf(found, terminal.screen));
	const { found: count } = found.counts;
	const places = `${count} ${count === 1 ? 'place' : 'places'}`;
	const question = `Erase this person's data in ${places} for good, and keep their earlier leads out of syncs and exports? Type yes: `;
	return (await terminal.ask?.(question))?.trim().toLowerCase() === 'yes';
}

function addressIn(file: string | number): string {
	try {
		return readTextFile(file).trim();
	} catch (error) {
		const reason = error instanceof NotText ? `the file ${error.message}` : String(error);
		throw new CommandError(`The address cannot be read: ${reason}`, EXIT.badUsage);
	}
}

async function followed(client: GatewayClient, started: PersonSearch, watching: Watching): Promise<PersonSearch> {
	const { display, signal } = watching;
	display.note(`The search is ${started.id}.`);
	let view = started;
	while (view.status === 'running') {
		const { id, mode, progress } = view;
		display.show({ id, type: `persons ${mode}`, agentId: null, progress });
		const path = view.links.self;
		const ask = () => client.ask(personSearchSchema, { method: 'GET', path, query: { wait: POLL_SECONDS }, signal });
		view = await retrying(ask, watching);
	}
	display.end(view);
	return view;
}

function textOf({ places, unlisted }: PersonReport, screen: Screen | null): string {
	if (places.length === 0) return 'Nothing was found.';
	const rows = places.map(({ state, kind, where, count, note }) => [state, kind, where, count ?? '', note]);
	const table = listTable(['State', 'What', 'Where', 'Count', 'Note'], rows, screen);
	return unlisted === 0 ? table : `${table}\n${unlisted} more places are not listed.`;
}
