// @ts-check

/**
 * Makes the children of an element what they should be and leaves alone what is that already, so that nothing that
 * somebody is about to press, or has the focus on, is taken from under their hands.
 * @param {Element} parent
 * @param {Node[]} wanted
 */
export function show(parent, wanted) {
	for (const [index, node] of wanted.entries()) {
		const there = parent.childNodes[index];
		if (there === undefined) parent.append(node);
		else turnInto(there, node);
	}
	while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

/**
 * @param {ChildNode} there
 * @param {Node} wanted
 */
function turnInto(there, wanted) {
	if (there instanceof Text && wanted instanceof Text) {
		if (there.data !== wanted.data) there.data = wanted.data;
	} else if (there instanceof Element && wanted instanceof Element && isSame(there, wanted)) {
		for (const name of there.getAttributeNames()) if (!wanted.hasAttribute(name)) there.removeAttribute(name);
		for (const name of wanted.getAttributeNames()) {
			const value = wanted.getAttribute(name) ?? '';
			if (there.getAttribute(name) !== value) there.setAttribute(name, value);
		}
		show(there, [...wanted.childNodes]);
	} else {
		there.replaceWith(wanted);
	}
}

/**
 * @param {Element} one
 * @param {Element} other
 */
function isSame(one, other) {
	return one.nodeName === other.nodeName && one.getAttribute('data-key') === other.getAttribute('data-key');
}
