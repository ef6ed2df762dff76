import { Command } from 'commander';
import type { GatewayOptions } from '../options';
import { listTable } from '../table';
import { printResult, type ResultOptions, type Terminal } from '../terminal';
import { destinationClient } from './destination-client';

interface PreviewOptions extends GatewayOptions, ResultOptions {
	connection: string;
	agent: string;
}

export function previewCommand(terminal: Terminal): Command {
	return new Command('preview')
		.description('show the three newest leads of an agent as a destination would get them; nothing is written')
		.argument('<name>')
		.requiredOption('--connection <name>', 'the connection of the agent')
		.requiredOption('--agent <id>', 'the agent')
		.action(async (name: string, options: PreviewOptions) => {
			const { connection, agent: agentId } = options;
			const preview = await destinationClient(options, terminal).preview(name, { connection, agentId });
			printResult(terminal, options, preview, () => previewText(preview, terminal));
		});
}

type Preview = Awaited<ReturnType<ReturnType<typeof destinationClient>['preview']>>;

/** Leads of visitors decide what the fields are called. */
function own(values: Preview['leads'][number]['values'], field: string) {
	return Object.hasOwn(values, field) ? values[field] : undefined;
}

/** A row for each field, and below the table what is wrong. */
function previewText({ mapping, problems, leads }: Preview, { screen }: Terminal): string {
	const rows = mapping.map(({ field, source }) => [
		field,
		source,
		...leads.map(({ values }) => own(values, field) ?? ''),
	]);
	const head = ['Field', 'Value', ...leads.map(({ leadId }) => `Lead ${leadId}`)];
	const refusals = leads.flatMap(({ leadId, refusal }) => (refusal === null ? [] : [`Lead ${leadId}: ${refusal}`]));
	const leftOut = leads.flatMap((lead) =>
		lead.leftOut === undefined ? [] : [`Lead ${lead.leadId} would be written without ${lead.leftOut}.`],
	);
	const wrong = problems.map(({ path, message }) => `${path} ${message}.`);
	const none = leads.length === 0 ? ['The agent has no leads yet.'] : [];
	return [listTable(head, rows, screen), ...none, ...refusals, ...leftOut, ...wrong].join('\n');
}
