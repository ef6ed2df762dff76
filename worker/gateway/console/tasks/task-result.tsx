import { download } from '../api/gateway';
import type { Task, TaskDetails } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { WithMoments } from '../parts/times';
import { Fields, Value } from '../parts/value';
import { humanised } from '../words/words';
import { failedFirst } from './failed-first';
import { REPORT_FIELDS, reportIn, ReportNumbers } from './report-numbers';

/** Parts of results that mean nothing to people, or that the console must not show: what a mail said. */
export const HIDDEN_RESULTS = ['version', 'approved'];

export interface TaskResultProps {
	status: Task['status'];
	result: NonNullable<Task['result']>;
	/** Rows of these items come first. */
	failures: TaskDetails['failures'];
	/** Why the gateway no longer has its file. */
	fileGone?: string | undefined;
}

/** What a task came to. If it did not complete: what it did before. */
export function TaskResult({ status, result, failures, fileGone }: TaskResultProps) {
	const failed = new Set(failures.map(({ path }) => path));
	const report = reportIn(result);
	const hidden = report === null ? HIDDEN_RESULTS : [...HIDDEN_RESULTS, ...REPORT_FIELDS];
	const fields = Object.entries(result).filter(([name]) => !hidden.includes(name));
	return (
		<>
			<h3>{status === 'completed' ? 'Result' : 'Done before the end'}</h3>
			{report !== null && <ReportNumbers {...report} />}
			{fileGone !== undefined && <p class="note">{fileGone}</p>}
			<div class="buttons">
				{fields.map(([name, value]) => isFile(value) && <DownloadButton key={name} field={name} file={value} />)}
			</div>
			<Fields fields={fields.filter(([, value]) => isSmall(value))} />
			{fields
				.filter(([, value]) => !isSmall(value))
				.map(([name, value]) =>
					name === 'audit' ? (
						<details key={name}>
							<summary>{humanised(name)}</summary>
							<Value value={value} />
						</details>
					) : (
						<section key={name}>
							<h4>{humanised(name)}</h4>
							<Value value={failedFirst(value, failed)} />
						</section>
					),
				)}
		</>
	);
}

/** Why a task did not complete, and which fields were wrong. */
export function TaskError({ error }: { error: NonNullable<Task['error']> }) {
	const { title, detail, issues } = error;
	return (
		<div class="note bad">
			<p>
				<strong>{title}</strong>
			</p>
			<p>
				<WithMoments text={detail} />
			</p>
			{issues.length > 0 && (
				<ul>
					{issues.map(({ path, message }) => (
						<li key={path + message}>{`${path} ${message}`.trim()}</li>
					))}
				</ul>
			)}
		</div>
	);
}

interface TaskFile {
	name: string;
	link: string;
}

function DownloadButton({ field, file: { name, link } }: { field: string; file: TaskFile }) {
	const save = async () => {
		await download(link, name);
		return `${name} was saved.`;
	};
	const what = name.endsWith('.html') ? 'page' : 'file';
	return <ActionButton label={field === 'file' ? `Download the ${what}` : `Download ${name}`} look="main" act={save} />;
}

function isFile(value: unknown): value is TaskFile {
	if (typeof value !== 'object' || value === null || !('name' in value) || !('link' in value)) return false;
	return typeof value.name === 'string' && typeof value.link === 'string';
}

function isSmall(value: unknown): boolean {
	return typeof value !== 'object' || value === null;
}
