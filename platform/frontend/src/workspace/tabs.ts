/** Makes tabs of links to the sections below them; without script the links simply lead there. */

interface Tab {
  link: HTMLAnchorElement;
  panel: HTMLElement;
  scroll: number;
}

export function startTabs(list: HTMLElement, stack: HTMLElement): void {
  const tabs = [...list.querySelectorAll("a")].flatMap((link): Tab[] => {
    const panel = document.getElementById(link.hash.slice(1));
    return panel ? [{ link, panel, scroll: 0 }] : [];
  });
  let current: Tab | undefined;
  const show = (tab: Tab): void => {
    if (current) current.scroll = stack.scrollTop;
    current = tab;
    for (const each of tabs) {
      const chosen = each === tab;
      each.link.setAttribute("aria-selected", String(chosen));
      each.link.tabIndex = chosen ? 0 : -1;
      each.panel.hidden = !chosen;
    }
    stack.scrollTop = tab.scroll;
  };
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, index) => {
    dress(tab);
    tab.link.addEventListener("click", (event) => {
      event.preventDefault();
      show(tab);
      window.history.replaceState(null, "", tab.link.hash);
    });
    tab.link.addEventListener("keydown", (event) => {
      const next = tabs[target(event.key, index, tabs.length)];
      if (!next) return;
      event.preventDefault();
      next.link.focus();
      next.link.click();
    });
  });
  const wanted = tabs.find((tab) => tab.link.hash === window.location.hash) ?? tabs[0];
  if (wanted) show(wanted);
  stack.dataset.ready = "";
}

function dress({ link, panel }: Tab): void {
  link.id ||= `tab-${panel.id}`;
  link.setAttribute("role", "tab");
  link.setAttribute("aria-controls", panel.id);
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", link.id);
  panel.tabIndex = 0;
}

function target(key: string, index: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
