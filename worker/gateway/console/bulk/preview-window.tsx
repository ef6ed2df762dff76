import { useLayoutEffect, useRef } from 'preact/hooks';
import { startTask } from '../api/client';
import { newKey } from '../api/gateway';
import type { BulkPreview, BulkSelection } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { AgentName } from '../parts/agent-name';
import { Loaded } from '../parts/loaded';
import { Notices } from '../parts/notices';
import { openPanel } from '../parts/panel';
import { Ago } from '../parts/times';
import { chooseNone, LABELS } from './choice';
import { usePreview } from './use-preview';

export interface PreviewWindowProps {
	chosen: BulkSelection;
	close: () => void;
}

/** What an action would do, before it is done: how many, which, and which not and why. */
export function PreviewWindow({ chosen, close }: PreviewWindowProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const key = useRef(newKey());
	const live = usePreview(chosen);
	useLayoutEffect(() => dialog.current?.showModal(), []);
	const label = LABELS[chosen.action];
	const start = async ({ digest }: BulkPreview) => {
		const input = { ...chosen, ...(digest === null ? {} : { selection: digest }) };
		const { id } = await startTask('bulk-action', input, key.current);
		dialog.current?.close();
		chooseNone();
		openPanel('task', id);
		return undefined;
	};
	return (
		<dialog ref={dialog} class="preview" aria-labelledby="preview-title" onClose={close}>
			<h2 id="preview-title">{`${label}: what would be done`}</h2>
			<Notices>
				<Loaded live={live}>
					{(found) => (
						<>
							<Counts chosen={chosen} preview={found} />
							<div class="buttons">
								{possibleOf(found) > 0 && found.digest !== null && (
									<ActionButton
										label={`${label} ${possibleOf(found).toLocaleString('en')}`}
										look={chosen.action === 'cancel' ? 'bad' : 'main'}
										act={() => start(found)}
									/>
								)}
							</div>
							<Sample preview={found} />
						</>
					)}
				</Loaded>
				<div class="buttons">
					<button type="button" onClick={() => dialog.current?.close()}>
						Close
					</button>
				</div>
			</Notices>
		</dialog>
	);
}

function possibleOf({ count, refused }: BulkPreview): number {
	return count - refused.reduce((sum, each) => sum + each.count, 0);
}

function Counts({ chosen: { target }, preview }: { chosen: BulkSelection; preview: BulkPreview }) {
	const { count, countIsExact, byType, byConnection, byStatus, refused } = preview;
	if (count === 0) return <p>{`No ${target} match.`}</p>;
	if (!countIsExact)
		return <p class="note bad">{`More than ${count.toLocaleString('en')} ${target} match. Narrow the filter.`}</p>;
	return (
		<>
			<p>
				<strong>{`${possibleOf(preview).toLocaleString('en')} of ${count.toLocaleString('en')} ${target}`}</strong>
				{`. By type: ${inWords(byType)}. By connection: ${inWords(byConnection)}. By status: ${inWords(byStatus)}.`}
			</p>
			{refused.length > 0 && (
				<ul class="lines">
					{refused.map(({ reason, count: number, byType: of }) => (
						<li key={reason} class="attention">
							{`Not done with ${number.toLocaleString('en')} (${inWords(of)}): ${reason}.`}
						</li>
					))}
				</ul>
			)}
		</>
	);
}

function inWords(counts: Readonly<Record<string, number>>): string {
	return Object.entries(counts)
		.map(([name, count]) => `${name === '' ? 'none' : name} ${count.toLocaleString('en')}`)
		.join(', ');
}

function Sample({ preview: { sample, count } }: { preview: BulkPreview }) {
	if (sample.length === 0) return null;
	return (
		<>
			<ul class="lines" aria-label="Rows">
				{sample.map(({ id, task, schedule, refusal }) => (
					<li key={id}>
						<strong>
							<AgentName connection={task?.connection ?? ''} agentId={task?.agentId ?? null}>
								{schedule?.id ?? id}
							</AgentName>
						</strong>{' '}
						<span class="soft">
							{[task?.type ?? schedule?.type, task?.connection ?? schedule?.connection].filter(Boolean).join(' at ')}
							{task !== null && (
								<>
									, started <Ago at={task.startedAt} />
								</>
							)}
						</span>
						{refusal !== null && <p class="bad">{`${refusal.title}. ${refusal.detail}`}</p>}
					</li>
				))}
			</ul>
			{count > sample.length && <p class="soft">{`and ${(count - sample.length).toLocaleString('en')} more`}</p>}
		</>
	);
}
