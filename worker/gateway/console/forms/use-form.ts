import { newKey } from '../api/gateway';
import type { Drafts } from '../api/drafts';
import { useAction } from '../parts/use-action';
import { Intention } from './intention';
import type { LabelledProps } from './labelled';
import { type FieldProblem, problemsAt, sentenceAt } from './problems';
import { refusalOf } from './refusal';
import { type Draft, type DraftPlace, useDraft } from './use-draft';
import { type Refusals, useRefusals } from './use-refusals';

/** A form with a few fields, as it was typed. */
export interface TypedValues<Values> {
	/** What stood in the form at first. */
	initial: Values;
	values: Values;
	/** Repeats a request whose outcome is unknown, also after a look at another page. */
	intention: Intention;
}

export type ValueDrafts<Values> = Drafts<TypedValues<Values>>;

export interface FormOptions<Values> {
	/** What stands in the form at first. Later values are ignored, so that nothing typed is lost. */
	initial: () => Values;
	/** Default: what was typed is lost with the form. */
	place?: DraftPlace<TypedValues<Values>>;
	/** What is wrong before anything is sent. */
	check?: (values: Values) => FieldProblem[];
	/** @param key the Idempotency-Key: the same while the outcome of these values is unknown */
	send: (values: Values, key: string, initial: Values) => Promise<void>;
	/** What to do if the request may have worked. */
	unknownOutcome: string;
}

export interface Form<Values> extends Pick<Draft<unknown>, 'isRestored' | 'touch' | 'startOver'> {
	values: Values;
	initial: Values;
	isBusy: boolean;
	refusals: Refusals;
	change: (changed: Partial<Values>) => void;
	submit: () => void;
}

/** A form with a few fields. Everything typed stays until the gateway has taken it. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
	const { typed, setTyped, isRestored, touch, drop, startOver } = useDraft(options.place ?? null, () => {
		const initial = options.initial();
		return { initial, values: initial, intention: new Intention(newKey) };
	});
	const { initial, values, intention } = typed;
	const { refusals, refuse, forget, clear } = useRefusals();
	const { isBusy, run } = useAction(
		(error) => {
			const { problems, sentences } = refusalOf(error, Object.keys(values), options.unknownOutcome);
			refuse(problems, sentences);
		},
		async () => {
			await intention.send(values, async (key) => {
				await options.send(values, key, initial);
				drop();
			});
			return undefined;
		},
	);
	return {
		values,
		initial,
		isBusy,
		refusals,
		isRestored,
		touch,
		startOver: () => {
			clear();
			startOver();
		},
		change: (changed) => {
			setTyped((before) => ({ ...before, values: { ...before.values, ...changed } }));
			for (const name of Object.keys(changed)) forget(name);
		},
		submit: () => {
			touch();
			const problems = options.check?.(values) ?? [];
			if (problems.length > 0) return refuse(problems);
			clear();
			void run();
		},
	};
}

/** What a labelled control shows of a field: its words, and what is wrong with it. */
export function fieldOf<Values extends object>(
	{ refusals }: Pick<Form<Values>, 'refusals'>,
	name: keyof Values & string,
	{ label, help = '', isRequired = false }: { label: string; help?: string; isRequired?: boolean },
): LabelledProps {
	const problems = problemsAt(refusals.problems, name).map((problem) => sentenceAt(label, problem));
	return { id: `field-${name}`, label, help, isRequired, problems };
}
