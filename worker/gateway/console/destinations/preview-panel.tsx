import { useSignal } from '@preact/signals';
import { previewLeads } from '../api/client';
import type { Destination, Preview } from '../api/types';
import { useChoices } from '../forms/choices';
import { ListChoice } from '../forms/controls/list-choice';
import type { TypedForm } from '../forms/field';
import { FormFrame } from '../forms/form-frame';
import { Labelled, type LabelledProps } from '../forms/labelled';
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
	const form = useForm({
		initial: () => ({ connection: '', agentId: '' }),
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
	return (
		<Panel name={NAME} id={name} title={`Preview for ${name}`}>
			<p class="soft">The three newest leads of an agent, as a sync would write them. Nothing is written.</p>
			<FormFrame name="Preview" refusals={form.refusals} submit={form.submit}>
				<ListField
					source="connections"
					field={labelled(form, 'connection', { label: 'Connection', isRequired: true })}
					form={values}
					typed={values.connection}
					onType={(connection) => change({ connection, agentId: '' })}
				/>
				<ListField
					source="agents"
					field={labelled(form, 'agentId', { label: 'Agent', isRequired: true })}
					form={values}
					typed={values.agentId}
					onType={(agentId) => change({ agentId })}
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

interface ListFieldProps {
	source: 'connections' | 'agents';
	field: LabelledProps;
	form: TypedForm;
	typed: string;
	onType: (typed: string) => void;
}

/** An item of a list. Where the key cannot list its agents, the ID as a text. */
function ListField({ source, field, form, typed, onType }: ListFieldProps) {
	const choices = useChoices(source, form);
	return (
		<Labelled {...field}>
			{(attributes) => <ListChoice attributes={attributes} choices={choices} typed={typed} onType={onType} />}
		</Labelled>
	);
}
