@echo off
rem Starts cardea with a small footprint. Works from any directory; CARDEA_JAVA_OPTS adds options of the JVM.
setlocal
set "HERE=%~dp0"
if not defined CARDEA_JAR (
  if exist "%HERE%cardea-server.jar" set "CARDEA_JAR=%HERE%cardea-server.jar"
)
if not defined CARDEA_JAR (
  if exist "%HERE%..\lib\cardea-server.jar" set "CARDEA_JAR=%HERE%..\lib\cardea-server.jar"
)
if not defined CARDEA_JAR set "CARDEA_JAR=%HERE%..\server\target\cardea-server.jar"
if not exist "%CARDEA_JAR%" (
  echo cardea: cardea-server.jar is not there; build it with: mvn -B -pl server -am package 1>&2
  exit /b 3
)

rem Development mode is a jar of its own, which an operator does not have.
set "CLASSES=%CARDEA_JAR%"
for %%f in ("%CARDEA_JAR%") do set "DEVJAR=%%~dpfcardea-dev.jar"
if not exist "%DEVJAR%" set "DEVJAR=%HERE%..\dev\target\cardea-dev.jar"
for %%c in (dev help -h --help) do if "%~1"=="%%c" if exist "%DEVJAR%" set "CLASSES=%CARDEA_JAR%;%DEVJAR%"

set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if "%JAVA%"=="java" (
  where java >nul 2>nul || (
    echo cardea: no java; install a JDK of version 17 or newer, or set JAVA_HOME 1>&2
    exit /b 3
  )
)

set "VERSION=0"
if defined JAVA_HOME if exist "%JAVA_HOME%\release" (
  for /f "tokens=2 delims==." %%v in ('findstr /b "JAVA_VERSION=" "%JAVA_HOME%\release"') do set "VERSION=%%~v"
)
set "VERSION=%VERSION:"=%"
set "CDS="
if %VERSION% GEQ 19 if defined LOCALAPPDATA (
  if not exist "%LOCALAPPDATA%\cardea" mkdir "%LOCALAPPDATA%\cardea" 2>nul
  set CDS=-XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%LOCALAPPDATA%\cardea\server-%VERSION%.jsa" -Xlog:cds=off
)

"%JAVA%" -Xms16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -Xshare:auto %CARDEA_JAVA_OPTS% %CDS% -cp "%CLASSES%" dev.cardea.server.Main %*
exit /b %ERRORLEVEL%
