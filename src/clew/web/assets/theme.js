// Runs before anything is painted: the person's choice of light or dark, if there is one.
{
  const choice = localStorage.getItem("clew-theme");
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
}
