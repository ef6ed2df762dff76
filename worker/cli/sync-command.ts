import { Command } from 'commander';
import { actOnMany, addManyOptions, checkChoice, type ManyOptions } from './bulk/act-on-many';
import { addBulkFilters, hasBulkFilters } from './filters';
import { addGatewayOptions, gatewayClient, type GatewayOptions, KEY_HELP, wholeNumber } from './options';
import { keyedWrite } from './keyed-write';
import { timeInColumn, timesHead } from './screen';
import { listTable } from './table';
import { printResult, type ResultOptions, type Terminal } from './terminal';

interface ActionOptions extends GatewayOptions, ResultOptions {
	key?: string;
	from?: string;
	everything?: boolean;
	lead?: number[];
	agent?: string;
}

type ListOptions = GatewayOptions & ResultOptions;

/** `agent-knowledge sync now|pause|resume|refused|retry|dismiss <id>`: controls a running lead-sync. The first three also control a conversation-sync. */
export function syncCommand(terminal: Terminal): Command {
	const ask = (name: string, action: string, description: string) =>
		new Command(name)
			.description(description)
			.argument('<id>', 'the task; `tasks list --type lead-sync` or `--type conversation-sync` shows its id')
			.option('--key <text>', 'the Idempotency-Key: a repeat with the same key does nothing new; default: a new one')
			.option('--json', 'print JSON')
			.action((id: string, options: ActionOptions) => act(id, action, options, terminal));
	const lead = (command: Command) =>
		command
			.option('--lead <ids...>', 'only these leads; default: all that were refused', collectNumbers)
			.option('--agent <id>', 'of a sync of several agents: only leads of this agent');
	const commands = [
		ask('now', 'sync-now', 'look for new leads now')
			.option('--from <date>', 'YYYY-MM-DD: read all leads captured since this day again')
			.option('--everything', 'of a sync of conversations: read all of them again'),
		pauseOrResumeSyncs(terminal, 'pause', 'pause after the current page, until you resume it'),
		pauseOrResumeSyncs(terminal, 'resume', 'continue a paused sync'),
		lead(ask('retry', 'retry-refused', 'retry refused leads')),
		lead(ask('dismiss', 'dismiss-refused', 'remove refused leads from the list')),
		new Command('refused')
			.description('list the leads that the destination refused, and why')
			.argument('<id>')
			.option('--json', 'print JSON')
			.action((id: string, options: ListOptions) => listRefused(id, options, terminal)),
	];
	const sync = new Command('sync').alias('syncs').description('control a running lead-sync or conversation-sync');
	for (const command of commands) sync.addCommand(addGatewayOptions(command));
	return sync;
}

function collectNumbers(text: string, before: number[] = []): number[] {
	return [...before, wholeNumber(text)];
}

function pauseOrResumeSyncs(terminal: Terminal, action: 'pause' | 'resume', description: string): Command {
	const command = new Command(action)
		.description(description)
		.argument('[id]', 'the task; default: the syncs of a filter');
	return addManyOptions(addBulkFilters(command))
		.option('--key <text>', KEY_HELP)
		.option('--json', 'print JSON')
		.action(async (id: string | undefined, options: ManyOptions) => {
			checkChoice(id === undefined ? [] : [id], hasBulkFilters(options), 'a sync');
			if (id === undefined) return actOnMany({ action, target: 'syncs' }, options, terminal);
			return act(id, action, withoutFilters(options), terminal);
		});
}

function withoutFilters({ gateway, tokenFile, key, json }: ManyOptions): ActionOptions {
	return {
		...(gateway === undefined ? {} : { gateway }),
		...(tokenFile === undefined ? {} : { tokenFile }),
		...(key === undefined ? {} : { key }),
		...(json === undefined ? {} : { json }),
	};
}

async function act(
	id: string,
	action: string,
	{ key, from, everything, lead, agent, ...options }: ActionOptions,
	terminal: Terminal,
) {
	const input = {
		...(everything === true ? { everything } : {}),
		...(from === undefined ? {} : { from }),
		...(lead === undefined ? {} : { leadIds: lead }),
		...(agent === undefined ? {} : { agentId: agent }),
	};
	const client = gatewayClient(options, terminal);
	const answer = await keyedWrite(terminal, key, (used) => client.act(id, action, used, input));
	printResult(terminal, options, answer, () => answer.message);
}

/** Before the reason of a lead that blocks nobody. */
const KINDS = { refused: '', set_aside: 'Set aside: ', written_in_part: 'Written in part: ' };

async function listRefused(id: string, options: ListOptions, terminal: Terminal) {
	const { items } = await gatewayClient(options, terminal).refusedLeads(id);
	const { screen } = terminal;
	printResult(terminal, options, { items }, () => {
		if (items.length === 0) return 'No lead was refused.';
		const rows = items.map(({ leadId, at, reason, kind = 'refused' }) => [
			leadId,
			timeInColumn(at, screen),
			`${KINDS[kind]}${reason}`,
		]);
		return listTable(['Lead', timesHead('Refused', screen), 'Why'], rows, screen);
	});
}
