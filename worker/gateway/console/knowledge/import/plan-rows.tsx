import type { KnowledgeSyncResult, PlanFile } from '../../api/types';
import { counted } from '../../words/words';
import { type PlannedRow, rowsOf } from './planned-rows';
import { GROUPS } from './plan-words';

/** Rows of a kind that are shown at first. */
const FIRST = 50;

/** The rows of a plan by what becomes of them, with the texts before and after. The same ones are only counted. */
export function PlanRows({ result, file }: { result: KnowledgeSyncResult; file: PlanFile | null }) {
	const rows = rowsOf(result, file);
	const left = file?.rowsNotShown ?? result.rowsNotShown;
	return (
		<>
			<Unusable rows={result.unusable} />
			{GROUPS.map(({ title, steps }) => (
				<Group key={title} title={title} rows={rows.filter(({ step }) => steps.includes(step))} />
			))}
			{left > 0 && <p class="soft">{`${counted(left, 'further row')} would change.`}</p>}
		</>
	);
}

/** Rows that cannot be used: faulty ones, and those that an earlier row forbids. */
function Unusable({ rows }: { rows: KnowledgeSyncResult['unusable'] }) {
	if (rows.length === 0) return null;
	return (
		<section class="note bad">
			<h3>{`Cannot be used (${rows.length.toLocaleString('en')})`}</h3>
			<ul class="plain">
				{rows.slice(0, FIRST).map(({ row, source, reason }, index) => (
					<li key={index}>
						<strong>{row === null ? source : `Row ${row}`}</strong>
						{`: ${reason}.`}
					</li>
				))}
			</ul>
			{rows.length > FIRST && <p>{`And ${counted(rows.length - FIRST, 'further row')}.`}</p>}
		</section>
	);
}

function Group({ title, rows }: { title: string; rows: readonly PlannedRow[] }) {
	if (rows.length === 0) return null;
	return (
		<section>
			<h3>{`${title} (${rows.length.toLocaleString('en')})`}</h3>
			<ul class="differences">
				{rows.slice(0, FIRST).map(({ key, name, before, after, why }) => (
					<li key={key}>
						<strong>{name}</strong>
						{why !== null && <p class="bad">{why}</p>}
						{before !== null && <del>{before}</del>}
						{after !== null && <ins>{after}</ins>}
					</li>
				))}
			</ul>
			{rows.length > FIRST && <p class="soft">{`And ${counted(rows.length - FIRST, 'further row')}.`}</p>}
		</section>
	);
}
