import { useSignal } from '@preact/signals';
import { at } from '../api/base-path';
import { checkDestination, deleteDestination } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import { may, ownConnections } from '../api/session';
import type { Destination, TaskItem } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Notices } from '../parts/notices';
import { Pill } from '../parts/pill';
import { confirmed } from '../parts/question';
import { counted } from '../words/words';
import { Mapping } from './mapping';
import { openPreview } from './preview-panel';
import type { SettingProblem } from './setting';
import { openDestinationForm } from './destination-panel';

/** A destination in the list. What its check found stays until the next one. */
export function DestinationCard({ destination, syncs }: { destination: Destination; syncs: TaskItem[] }) {
	const { name, type, title, target, origin, mapping } = destination;
	const problems = useSignal<readonly SettingProblem[]>([]);
	const isEditable = origin === 'gateway' && may('start') && ownConnections() === null;
	return (
		<li class="card" data-key={name}>
			<div class="row">
				<h2>{name}</h2>
				<Pill look="quiet">{title}</Pill>
			</div>
			<dl>
				<dt>Leads go to</dt>
				<dd>{target}</dd>
				<dt>Set in</dt>
				<dd>{origin === 'file' ? 'the configuration file' : 'the console'}</dd>
				<dt>Used by</dt>
				<dd>
					<UsedBy syncs={syncs} />
				</dd>
			</dl>
			<Notices>
				<div class="buttons">
					{may('start') && (
						<ActionButton
							label="Check"
							name={`Check the destination ${name}`}
							look="main"
							act={() =>
								check(name, (found) => {
									problems.value = found;
								})
							}
						/>
					)}
					{may('start') && (
						<button type="button" aria-label={`Preview leads for ${name}`} onClick={() => openPreview(name)}>
							Preview leads
						</button>
					)}
					{isEditable && (
						<button type="button" aria-label={`Edit ${name}`} onClick={() => openDestinationForm(type, name)}>
							Edit
						</button>
					)}
					{isEditable && <DeleteButton name={name} />}
				</div>
			</Notices>
			<Mapping name={name} mapping={mapping} problems={problems.value} />
		</li>
	);
}

/** The syncs that write to a destination. Their page shows what each of them does. */
function UsedBy({ syncs }: { syncs: TaskItem[] }) {
	if (syncs.length === 0) return 'no sync that runs';
	const agents = [...new Set(syncs.map(({ agentId }) => agentId ?? 'several agents'))];
	return (
		<>
			<a href={at('/syncs')}>{counted(syncs.length, 'sync')}</a>{' '}
			{`(${agents.slice(0, 5).join(', ')}${agents.length > 5 ? ', …' : ''})`}
		</>
	);
}

/** @param tell what is wrong with which setting */
async function check(name: string, tell: (found: readonly SettingProblem[]) => void): Promise<string> {
	try {
		const { proven, detail } = await checkDestination(name);
		tell([]);
		return proven ? `Leads can be written. ${detail}` : `The check does not prove that leads can be written. ${detail}`;
	} catch (error) {
		if (error instanceof GatewayError && error.refusal.type === 'destination_unfit') tell(error.refusal.issues);
		throw error;
	}
}

function DeleteButton({ name }: { name: string }) {
	const act = async () => {
		const question = `Delete the destination ${name}? Leads that it has got stay at the receiver. Its secret is gone for good.`;
		if (!(await confirmed(question, 'Delete'))) return undefined;
		await deleteDestination(name);
		return `${name} is deleted.`;
	};
	return <ActionButton label="Delete" name={`Delete ${name}`} look="bad" act={act} />;
}
