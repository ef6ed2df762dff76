import { useEffect, useRef, useState } from 'preact/hooks';
import type { Drafts } from '../api/drafts';

/** Where a form keeps what was typed while somebody looks at another page. */
export interface DraftPlace<Typed> {
	drafts: Drafts<Typed>;
	/** The name of the form. */
	form: string;
}

export interface Draft<Typed> {
	typed: Typed;
	setTyped: (change: (before: Typed) => Typed) => void;
	/** Whether the form began with what somebody typed before. */
	isRestored: boolean;
	/** A person typed or chose something, which is worth keeping. What the form fills in by itself is not. */
	touch: () => void;
	/** It was sent, or the person wants none of it. */
	drop: () => void;
	/** Empties the form. */
	startOver: () => void;
}

/**
 * The state of a form, which outlives a look at another page.
 * @param place null: it ends with the form
 * @param beginning of a form without a draft
 */
export function useDraft<Typed>(place: DraftPlace<Typed> | null, beginning: () => Typed): Draft<Typed> {
	const found = () => (place === null ? undefined : place.drafts.get(place.form));
	const [typed, show] = useState(() => found() ?? beginning());
	const [isRestored, setRestored] = useState(() => found() !== undefined);
	const now = useRef(typed);
	const isTouched = useRef(isRestored);
	/** Nothing is kept after the form is gone: somebody may have signed out since. */
	const isShown = useRef(true);
	useEffect(() => () => void (isShown.current = false), []);
	const keep = () => {
		if (isTouched.current && isShown.current) place?.drafts.keep(place.form, now.current);
	};
	const drop = () => {
		isTouched.current = false;
		place?.drafts.drop(place.form);
	};
	const setTyped = (change: (before: Typed) => Typed) => {
		now.current = change(now.current);
		show(now.current);
		keep();
	};
	return {
		typed,
		setTyped,
		isRestored,
		drop,
		touch: () => {
			isTouched.current = true;
			keep();
		},
		startOver: () => {
			drop();
			setRestored(false);
			setTyped(beginning);
		},
	};
}
