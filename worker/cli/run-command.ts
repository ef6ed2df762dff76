import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import type { RetrainInput } from '../../workflows/catalogue';
import { CommandError, EXIT } from './exit-codes';
import { followTask } from './follow-task';
import type { GatewayClient } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './gateway-options';
import { progressDisplay } from './progress-display';
import { wholeNumber } from './numbers';
import { endText } from './task-text';
import type { Terminal } from './terminal';

interface RetrainOptions extends GatewayOptions, Pick<RetrainInput, 'connection' | 'waitUntil' | 'ifActive'> {
	agent: string;
	timeout?: number;
	key?: string;
	detach?: true;
	json?: true;
}

/** `agent-knowledge run <task>`: starts a task and follows it. */
export function runCommand(terminal: Terminal): Command {
	const retrain = new Command('retrain-and-wait')
		.description('start a training run of an agent, or adopt the active one, and wait for it')
		.requiredOption('--connection <name>', "a connection of the worker's configuration")
		.requiredOption('--agent <id>', 'the agent to retrain')
		.addOption(
			new Option('--wait-until <event>', 'wait until the agent can chat, or until the run has ended')
				.choices(['canChat', 'finished'])
				.default('finished'),
		)
		.addOption(
			new Option('--if-active <what>', 'when a run is active: follow it, start one after it, or fail')
				.choices(['adopt', 'wait', 'fail'])
				.default('adopt'),
		)
		.option('--timeout <seconds>', 'stop waiting after so many seconds; the run itself goes on', wholeNumber)
		.option('--key <text>', 'the Idempotency-Key: the same key and input find the same task again; default: a new one')
		.option('--detach', 'start the task, print its id and end')
		.option('--json', 'print the task as JSON at the end')
		.action((options: RetrainOptions) => runRetrain(options, terminal));
	return new Command('run').description('start a task and follow it to its end').addCommand(addGatewayOptions(retrain));
}

async function runRetrain(options: RetrainOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal.env);
	const { id } = await client.start('retrain-and-wait', options.key ?? randomUUID(), {
		version: 1,
		connection: options.connection,
		agentId: options.agent,
		waitUntil: options.waitUntil,
		ifActive: options.ifActive,
		...(options.timeout === undefined ? {} : { timeoutSeconds: options.timeout }),
	});
	if (options.detach) {
		terminal.result(id);
		return;
	}
	terminal.note(`Started ${id}. Ctrl-C stops watching; the task goes on.`);
	const task = await watch(client, id, terminal);
	terminal.result(options.json ? JSON.stringify(task, null, 2) : endText(task));
	if (task.status !== 'completed') throw new CommandError('', EXIT.failed);
}

/** Follows until the end or Ctrl-C, which leaves the task alone. */
async function watch(client: GatewayClient, id: string, terminal: Terminal) {
	const stop = new AbortController();
	const interrupt = () => {
		stop.abort();
	};
	process.once('SIGINT', interrupt);
	const display = progressDisplay(terminal);
	try {
		return await followTask(id, { client, display, signal: stop.signal });
	} catch (error) {
		if (!stop.signal.aborted) throw error;
		display.stop();
		throw new CommandError(
			`No longer watching; the task goes on.\n  agent-knowledge tasks show ${id}\n  agent-knowledge tasks cancel ${id}`,
			EXIT.interrupted,
		);
	} finally {
		display.stop();
		process.removeListener('SIGINT', interrupt);
	}
}
