import { useState } from 'preact/hooks';
import { counted } from '../../words/words';
import { ITEM_TYPES } from '../words';
import { type Difference, type DifferenceGroup, inGroups } from './difference';

/** Items of a kind that are shown at first. */
const FIRST = 50;

export interface DifferencesProps {
	differences: readonly Difference[];
	/** Further items that are only counted. */
	notShown: number;
	/** The level of its headings, which is one below that of the part that has it. */
	heading: 'h3' | 'h4';
}

/** What a plan changes, by kind, each item with its text before and after. */
export function Differences({ differences, notShown, heading }: DifferencesProps) {
	if (differences.length === 0 && notShown === 0) return <p>Nothing differs.</p>;
	return (
		<>
			{inGroups(differences).map(({ title, differences: own }) => (
				<Group key={title} title={title} differences={own} heading={heading} />
			))}
			{notShown > 0 && <p class="soft">{`${counted(notShown, 'more item')} not shown here.`}</p>}
		</>
	);
}

function Group({ title, differences, heading: Heading }: DifferenceGroup & Pick<DifferencesProps, 'heading'>) {
	const [isWhole, setWhole] = useState(false);
	const left = isWhole ? 0 : differences.length - FIRST;
	return (
		<section aria-label={title}>
			<Heading>{`${title} (${differences.length.toLocaleString('en')})`}</Heading>
			<ul class="lines">
				{(left > 0 ? differences.slice(0, FIRST) : differences).map((difference) => (
					<DifferenceLine key={difference.key} difference={difference} />
				))}
			</ul>
			{left > 0 && (
				<button type="button" onClick={() => setWhole(true)}>
					{`Show ${counted(left, 'more item')}`}
				</button>
			)}
		</section>
	);
}

/** Steps that leave an item as it is, so that their reason is no fault. */
const STAYS: ReadonlyArray<Difference['step']> = ['drifted', 'kept'];

function DifferenceLine({ difference: { name, type, step, before, after, reason } }: { difference: Difference }) {
	return (
		<li>
			<p>
				<strong>{name}</strong> <span class="soft">{ITEM_TYPES[type]}</span>
			</p>
			{reason !== null && <p class={STAYS.includes(step) ? 'soft' : 'bad'}>{reason}</p>}
			{(before !== null || after !== null) && (
				<div class="sides">
					{before !== null && <Side title={after === null ? 'Now' : 'Before'} text={before} />}
					{after !== null && <Side title={before === null ? 'Text' : 'After'} text={after} />}
				</div>
			)}
		</li>
	);
}

function Side({ title, text }: { title: string; text: string }) {
	return (
		<div>
			<span class="soft">{title}</span>
			<p class="text">{text}</p>
		</div>
	);
}
