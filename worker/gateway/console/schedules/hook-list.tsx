import { listHooks } from '../api/client';
import { useLive } from '../api/live';
import type { Hook } from '../api/types';
import { AgentName } from '../parts/agent-name';
import { Loaded } from '../parts/loaded';
import { Table } from '../parts/table';
import { Ago, At } from '../parts/times';
import { openTask } from '../tasks/task-panel-address';
import { counted } from '../words/words';

const COLUMNS = ['Hook', 'Starts', 'For', 'Collected now', 'Last run'];

/** The inbound webhooks with what they collect. Nothing where there are none. */
export function HookList() {
	const live = useLive(listHooks, []);
	return (
		<Loaded live={live}>
			{(hooks) =>
				hooks.length === 0 ? null : (
					<section>
						<h2>Hooks</h2>
						<Table columns={COLUMNS} stacks>
							{hooks.map((hook) => (
								<HookRows key={hook.name} hook={hook} />
							))}
						</Table>
					</section>
				)
			}
		</Loaded>
	);
}

/** A row for each subject, or one for a hook without any. */
function HookRows({ hook }: { hook: Hook }) {
	const { name, task, connection, quietSeconds, longestDelaySeconds, subjects } = hook;
	const starts =
		quietSeconds === null
			? `${task} at ${connection}, for each message`
			: `${task} at ${connection}, after ${quietSeconds} s without a message, at most ${longestDelaySeconds} s after the first`;
	const shown = subjects.length === 0 ? [null] : subjects;
	return (
		<>
			{shown.map((subject, nth) => (
				<tr key={`${name} ${nth}`}>
					<td data-label={COLUMNS[0]}>{name}</td>
					<td data-label={COLUMNS[1]}>{starts}</td>
					<td data-label={COLUMNS[2]}>
						{subject === null ? (
							'-'
						) : (
							<AgentName connection={connection} agentId={subject.agentId}>
								several agents
							</AgentName>
						)}
					</td>
					<td data-label={COLUMNS[3]}>
						<Collected subject={subject} />
					</td>
					<td data-label={COLUMNS[4]}>
						<LastRun subject={subject} />
					</td>
				</tr>
			))}
		</>
	);
}

type Subject = Hook['subjects'][number] | null;

function Collected({ subject }: { subject: Subject }) {
	const open = subject?.open ?? null;
	if (open === null) return <>nothing</>;
	return (
		<>
			{counted(open.messages, 'message')} since <At at={open.since} />, due{' '}
			{subject?.running === null ? <At at={open.dueAt} /> : 'after the run under way'}
		</>
	);
}

function LastRun({ subject }: { subject: Subject }) {
	const last = subject?.last ?? null;
	if (last === null) return <>-</>;
	return (
		<>
			<Ago at={last.startedAt} />, for {counted(last.messages, 'message')}{' '}
			<button type="button" onClick={() => openTask(last.taskId)}>
				Open
			</button>
		</>
	);
}
