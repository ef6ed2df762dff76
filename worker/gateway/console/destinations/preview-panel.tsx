import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { listAgents, listConnections, previewLeads } from '../api/client';
import { messageOf, useLive } from '../api/live';
import type { Destination, Preview } from '../api/types';
import { SelectField, TextField } from '../forms/simple-fields';
import { FormFrame } from '../forms/form-frame';
import type { LabelledProps } from '../forms/labelled';
import { fieldOf as labelled, useForm } from '../forms/use-form';
import { openIdOf, openPanel, Panel } from '../parts/panel';
import { PreviewTable } from './preview-table';

const NAME = 'preview';

export function openPreview(destination: string): void {
	openPanel(NAME, destination);
}

/** Three leads as a destination would get them. Nothing is written. */
export function PreviewPanel({ destinations }: { destinations: readonly Destination[] }) {
	const name = openIdOf(NAME);
	const isKnown = destinations.some((each) => each.name === name);
	return name === null || !isKnown ? null : <OpenPreview key={name} name={name} />;
}

function OpenPreview({ name }: { name: string }) {
	const preview = useSignal<Preview | null>(null);
	const { value: connections = [] } = useLive(listConnections, []);
	const form = useForm({
		initial: { connection: '', agentId: '' },
		check: ({ connection, agentId }) => [
			...(connection === '' ? [{ path: 'connection', message: 'is missing' }] : []),
			...(agentId.trim() === '' ? [{ path: 'agentId', message: 'is missing' }] : []),
		],
		send: async ({ connection, agentId }) => {
			preview.value = null;
			preview.value = await previewLeads(name, connection, agentId.trim());
		},
		unknownOutcome: 'Nothing was written. Press the button again.',
	});
	const { values, change } = form;
	useEffect(() => {
		const [only, ...others] = connections;
		if (values.connection === '' && only !== undefined && others.length === 0) change({ connection: only.name });
	}, [connections.length]);
	return (
		<Panel name={NAME} id={name} title={`Preview for ${name}`}>
			<p class="soft">The three newest leads of an agent, as a sync would write them. Nothing is written.</p>
			<FormFrame name="Preview" refusals={form.refusals} submit={form.submit}>
				<SelectField
					field={labelled(form, 'connection', { label: 'Connection', isRequired: true })}
					value={values.connection}
					options={connections.map((each) => ({ value: each.name, text: each.name }))}
					onChoose={(connection) => change({ connection, agentId: '' })}
				/>
				<AgentField
					connection={values.connection}
					field={labelled(form, 'agentId', { label: 'Agent', isRequired: true })}
					value={values.agentId}
					onChange={(agentId) => change({ agentId })}
				/>
				<div class="buttons">
					<button type="submit" class="main" aria-busy={form.isBusy ? 'true' : undefined}>
						Show three leads
					</button>
				</div>
			</FormFrame>
			{preview.value !== null && <PreviewTable preview={preview.value} />}
		</Panel>
	);
}

interface AgentFieldProps {
	connection: string;
	field: LabelledProps;
	value: string;
	onChange: (agentId: string) => void;
}

/** The agents of a connection to choose from. Where the key cannot list them, the ID as a text. */
function AgentField({ connection, field, value, onChange }: AgentFieldProps) {
	const [agents, setAgents] = useState<Array<{ value: string; text: string }> | null>(null);
	const [trouble, setTrouble] = useState('');
	useEffect(() => {
		if (connection === '') return undefined;
		let isCurrent = true;
		setAgents(null);
		setTrouble('');
		listAgents(connection).then(
			({ items }) => isCurrent && setAgents(items.map(({ id, name }) => ({ value: id, text: name }))),
			(error: unknown) => isCurrent && setTrouble(messageOf(error)),
		);
		return () => {
			isCurrent = false;
		};
	}, [connection]);
	if (agents !== null && agents.length > 0)
		return <SelectField field={field} value={value} options={agents} onChoose={onChange} />;
	const help = trouble === '' ? field.help : `${trouble} Enter the ID of the agent`;
	return <TextField field={{ ...field, help }} value={value} onType={onChange} />;
}
