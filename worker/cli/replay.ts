import { readFile } from 'node:fs/promises';
import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { type ReplayWorkerOptions, Worker } from '@temporalio/worker';
import { Presets, SingleBar } from 'cli-progress';
import { z } from 'zod';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { installRuntime } from '../bootstrap/runtime';
import { workflowBundle } from '../bootstrap/workflow-bundle';
import { type Config, loadConfig, temporalSettings } from '../config';
import { createLogger } from '../log';
import { decodedText } from '../problems/text-file';
import { connectClient, Keyring } from '../temporal';
import { encryptedConverter } from '../temporal/payload-codec';
import { type ConfigOptions, configPath } from './options';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';

export interface ReplayOptions extends ConfigOptions, ResultOptions {
	open?: true;
	bundle?: string;
}

/** Replays histories with this version's workflows. @throws CommandError when it cannot continue one of them */
export async function replay(files: string[], options: ReplayOptions, terminal: Terminal): Promise<void> {
	if ((options.open === true) === files.length > 0)
		throw new CommandError('Name either --open or files with histories.', EXIT.badUsage);
	const config = loadConfig({ path: configPath(options, terminal), env: terminal.env, gateway: false });
	quietRuntime();
	const bundle = options.bundle === undefined ? await workflowBundle() : { codePath: options.bundle };
	const through = (histories: Parameters<typeof replayHistories>[0], count: number) =>
		withBar(replayHistories(histories, bundle, new Keyring(config.encryption)), count, terminal);
	const replayed = options.open ? await replayOpen(config, through) : await through(await read(files), files.length);
	const failed = replayed.filter(({ error }) => error !== null);
	printResult(terminal, options, { ok: failed.length === 0, replayed: replayed.length, failed }, () =>
		replayText(replayed.length, failed),
	);
	if (failed.length > 0) throw new CommandError('', EXIT.failed);
}

type Through = (histories: Parameters<typeof replayHistories>[0], count: number) => Promise<Replayed[]>;

async function replayOpen(config: Config, through: Through): Promise<Replayed[]> {
	const client = await connectClient(temporalSettings(config), new Keyring(config.encryption));
	try {
		const { count, histories } = await openWorkflows(client);
		return await through(histories, count);
	} finally {
		await client.connection.close();
	}
}

function read(files: readonly string[]): Promise<HistoryAndWorkflowId[]> {
	return Promise.all(
		files.map((file) =>
			readHistoryFile(file).catch((error: unknown) => {
				const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
				throw new CommandError(
					`${file} is not a history (${reason}). Save one with: temporal workflow show --workflow-id <id> --output json`,
					EXIT.badUsage,
				);
			}),
		),
	);
}

/** Draws a bar if a person watches. */
async function withBar(results: AsyncIterable<Replayed>, count: number, terminal: Terminal): Promise<Replayed[]> {
	const all: Replayed[] = [];
	const bar = new SingleBar(
		{ format: '{bar} {value}/{total}  {workflow}', hideCursor: true, clearOnComplete: true, stream: process.stderr },
		Presets.shades_classic,
	);
	if (terminal.interactive) bar.start(count, 0, { workflow: '' });
	try {
		for await (const result of results) {
			all.push(result);
			bar.update(all.length, { workflow: result.workflowId });
		}
		return all;
	} finally {
		bar.stop();
	}
}

function replayText(count: number, failed: readonly Replayed[]): string {
	if (count === 0) return 'No workflow is open.';
	if (failed.length === 0) return `This version can continue all ${count} workflows.`;
	const lines = failed.map(({ workflowId, runId, error }) => `${workflowId} (run ${runId})\n  ${error}`);
	return [
		...lines,
		'',
		`This version cannot continue ${failed.length} of ${count} workflows. Do not deploy it. Guard the change with patched(), or let them end first.`,
	].join('\n');
}

/** The errors of a replay are printed at its end. A process has one runtime, so an existing one stays. */
function quietRuntime(): void {
	try {
		installRuntime({ log: createLogger({ level: 'silent' }) });
	} catch (error) {
		if (!(error instanceof IllegalStateError)) throw error;
	}
}

/** The outcome of one history. */
interface Replayed {
	workflowId: string;
	runId: string;
	/** Why this version cannot continue it; null when it can. */
	error: string | null;
}

/** Goes through histories with the workflows of a bundle, one after the other. */
async function* replayHistories(
	histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
	workflowBundle: ReplayWorkerOptions['workflowBundle'],
	keyring: Keyring,
): AsyncGenerator<Replayed> {
	// A replay runs in a namespace of its own. A file may be decrypted, and may not name its workflow.
	const dataConverter = encryptedConverter(keyring, { checkWorkflow: false, plain: 'pass' });
	const options = { workflowBundle, dataConverter };
	for await (const { workflowId, runId, error } of Worker.runReplayHistories(options, histories))
		yield { workflowId, runId, error: error?.message ?? null };
}

/** Ours, also in a namespace that others use too. */
const OPEN = `ExecutionStatus = "Running" AND TaskQueue = "${INTERNAL_QUEUE}"`;
/** The number of histories fetched ahead while one is replayed. */
const AHEAD = 5;

/** Open workflows: tasks, waits, subscriptions, deliveries. */
async function openWorkflows(
	client: Client,
): Promise<{ count: number; histories: AsyncIterable<HistoryAndWorkflowId> }> {
	const { count } = await client.workflow.count(OPEN);
	const histories = client.workflow.list({ query: OPEN }).intoHistories({ concurrency: AHEAD, bufferLimit: AHEAD });
	return { count, histories };
}

const { History } = temporal.api.history.v1;

const fileSchema = z.looseObject({ events: z.array(z.looseObject({ eventTime: z.unknown() })).min(1) });

/**
 * A history as `temporal workflow show --output json` or Temporal's UI saves it, or as this repository stores its own.
 * @throws Error when it is not a history
 */
async function readHistoryFile(path: string): Promise<HistoryAndWorkflowId> {
	const json = fileSchema.parse(JSON.parse(decodedText(await readFile(path))));
	const history = typeof json.events[0]?.eventTime === 'string' ? historyFromJSON(json) : History.fromObject(json);
	const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
	// Some servers omit it. Names of what a workflow starts can contain it.
	return { workflowId: workflowId || path, history };
}
